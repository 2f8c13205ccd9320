import * as l10n from "@vscode/l10n";
import { parse, stringify, TomlError } from "smol-toml";
import { getOwnProperty, isRecord, type UnknownRecord } from "../../../text/record.ts";
import { AgentFileError, createPlaceError } from "./agentFileError.ts";
import { hasSameData } from "./hasSameData.ts";
import type { EntryPlace } from "./jsonEntry.ts";
import type { AgentEntry } from "./mcpAgents.ts";

/**
 * Sets an entry, or removes it where it is undefined: its tables `[key.name]` and `[key.name.more]`. Everything else stays, and so do
 * the comments in these tables.
 */
export function editTomlEntry(text: string, { key, name }: EntryPlace, entry: AgentEntry | undefined): string {
  const before = parseToml(text);
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const tables = findTables(text).filter(({ path }) => path[0] === key && path[1] === name);
  const added = entry === undefined ? "" : stringify({ [key]: { [name]: entry } }).replaceAll(/\n+/g, lineEnd);
  const replaced = tables.toReversed().reduce((left, { start, end }) => {
    const comments = listTomlComments(text.slice(start, end)).map((comment) => comment + lineEnd);
    return left.slice(0, start) + (start === tables[0]?.start ? added : "") + comments.join("") + left.slice(end);
  }, text);
  const edited = tables.length === 0 && added !== "" ? appendTable(text, added, lineEnd) : replaced;
  const expected = withEntry(before, { key, name }, entry);
  const isExact = hasSameData(withoutEmptyTable(tryParse(edited), key), withoutEmptyTable(expected, key));
  if (isExact && hasSameData(listTomlComments(edited), listTomlComments(text))) return edited;
  throw createPlaceError(
    text,
    0,
    l10n.t`"${key}" is not written as tables, such as [${key}.${name}]. Write it so first.`,
  );
}

export function readTomlEntries(text: string, key: string): UnknownRecord {
  const servers = getOwnProperty(parseToml(text), key);
  if (servers === undefined) return {};
  if (!isRecord(servers))
    throw createPlaceError(text, Math.max(text.indexOf(key), 0), l10n.t`"${key}" is not a table.`);
  return servers;
}

function parseToml(text: string): UnknownRecord {
  try {
    return parse(text.replace(/^\uFEFF/, ""), { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    throw new AgentFileError(l10n.t`line ${error.line}, column ${error.column}: This is not TOML (${reason}).`, {
      cause: error,
    });
  }
}

function tryParse(text: string): UnknownRecord | undefined {
  try {
    return parseToml(text);
  } catch {
    return undefined;
  }
}

interface Table {
  readonly path: readonly string[];
  /** From the header to the next one, without the comments and blank lines before that. */
  readonly start: number;
  readonly end: number;
}

/** The tables of a valid document. A header stands at the start of a line that is not inside a value. */
function findTables(text: string): readonly Table[] {
  const lines = [...text.matchAll(/.*(?:\r\n|\n|$)/g)].filter(({ 0: line }) => line !== "");
  const headers: { readonly path: readonly string[]; readonly start: number }[] = [];
  let content = 0;
  const ends: number[] = [];
  let open = "";
  for (const { 0: line, index } of lines) {
    const path = open === "" ? readHeader(line) : undefined;
    if (path) {
      if (headers.length > 0) ends.push(content);
      headers.push({ path, start: index + (line.startsWith("\uFEFF") ? 1 : 0) });
    }
    const isValue = open !== "" || !/^\s*(#.*)?\s*$/.test(line);
    if (isValue) content = index + line.length;
    open = path ? "" : readOpenValue(open, line);
  }
  ends.push(content);
  return headers.map((header, index) => ({ ...header, end: ends[index] ?? text.length }));
}

/** The path of `[a."b"]`; undefined for any other line. */
function readHeader(line: string): readonly string[] | undefined {
  if (!/^\uFEFF?\s*\[/.test(line)) return undefined;
  let table: unknown = tryParse(line.replace(/^\uFEFF/, "").replace(/^\s*\[\[(.*)\]\]/, "[$1]"));
  if (table === undefined) return undefined;
  const path: string[] = [];
  for (;;) {
    const [entry] = isRecord(table) ? Object.entries(table) : [];
    if (!entry) return path;
    path.push(entry[0]);
    table = entry[1];
  }
}

const tokens = /"""(?:\\.|[^\\])*?"{3,5}|'''.*?'{3,5}|"""|'''|"(?:\\.|[^"\\])*"|'[^']*'|#.*|[[\]{}]/gs;
const textEnds: Readonly<Record<string, RegExp>> = { '"': /^(?:\\.|[^\\])*?"{3,5}/s, "'": /^.*?'{3,5}/s };

/** The values that are still open at the end of a line: a text of several lines, or brackets. */
function readOpenValue(before: string, line: string): string {
  const textEnd = textEnds[before.at(-1) ?? ""];
  if (textEnd && !textEnd.test(line)) return before;
  let open = textEnd ? before.slice(0, -1) : before;
  for (const { 0: token } of (textEnd ? line.replace(textEnd, "") : line).matchAll(tokens)) {
    if (token === '"""' || token === "'''") return open + token.charAt(0);
    if (token === "[" || token === "{") open += token;
    else if (token === "]" || token === "}") open = open.slice(0, -1);
  }
  return open;
}

/** Texts, so that a number sign in them is no comment, and comments with their indentation. */
const textsAndComments =
  /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\r\n])*"|'[^'\r\n]*'|(?:^[ \t]*)?#[^\r\n]*/gm;

function listTomlComments(text: string): readonly string[] {
  return [...text.matchAll(textsAndComments)].flatMap(({ 0: token }) => (/^\s*#/.test(token) ? token : []));
}

function appendTable(text: string, table: string, lineEnd: string): string {
  const isEmpty = /^\uFEFF?\s*$/.test(text);
  const gap = isEmpty ? "" : text.endsWith("\n") ? lineEnd : lineEnd + lineEnd;
  return text + gap + table;
}

function withEntry(root: UnknownRecord, { key, name }: EntryPlace, entry: AgentEntry | undefined): UnknownRecord {
  const servers = getOwnProperty(root, key);
  const { [name]: _, ...others } = isRecord(servers) ? servers : {};
  return { ...root, [key]: { ...others, ...(entry && { [name]: entry }) } };
}

/** A table that only exists through the tables below it is gone with the last one. */
function withoutEmptyTable(root: UnknownRecord | undefined, key: string): UnknownRecord | undefined {
  if (!root) return undefined;
  const { [key]: servers, ...others } = root;
  return isRecord(servers) && Object.keys(servers).length > 0 ? root : others;
}
