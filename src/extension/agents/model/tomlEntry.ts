import * as l10n from "@vscode/l10n";
import { parse, stringify, TomlError } from "smol-toml";
import { getMember, getOwnProperty, isRecord, type UnknownRecord } from "../../../text/record.ts";
import { AgentFileError } from "./agentFiles.ts";
import { createPlaceError, type EntryPlace, hasSameData, withEntry } from "./jsonEntry.ts";
import type { AgentEntry } from "./mcpAgents.ts";

/**
 * Sets an entry, or removes it where it is undefined: its tables `[key.name]` and `[key.name.more]`. Everything else stays, and so do
 * the comments in these tables.
 */
export function editTomlEntry(text: string, { key, name }: EntryPlace, entry: AgentEntry | undefined): string {
  const before = parseToml(text);
  const expected = withoutEmptyTable(withEntry(before, { key, name }, entry), key);
  const isExact = (edited: string) =>
    hasSameData(withoutEmptyTable(tryParse(edited), key), expected) &&
    hasSameData(listTomlComments(edited), listTomlComments(text));
  const there = getMember(getOwnProperty(before, key), name);
  const patched = isRecord(there) && entry ? patchTables(text, [key, name], there, entry) : undefined;
  if (patched !== undefined && isExact(patched)) return patched;
  const edited = replaceTables(text, { key, name }, entry);
  if (isExact(edited)) return edited;
  throw createPlaceError(
    text,
    0,
    l10n.t`"${key}" is not written as tables, such as [${key}.${name}]. Write it so first.`,
  );
}

/** Writes the tables of an entry again, with their comments behind them. */
function replaceTables(text: string, { key, name }: EntryPlace, entry: AgentEntry | undefined): string {
  const lineEnd = readLineEnd(text);
  const tables = findTables(text).filter(({ path }) => path[0] === key && path[1] === name);
  const added = entry === undefined ? "" : stringify({ [key]: { [name]: entry } }).replaceAll(/\n+/g, lineEnd);
  if (tables.length === 0) return added === "" ? text : appendTable(text, added, lineEnd);
  return tables.toReversed().reduce((left, { start, end }) => {
    const comments = listTomlComments(text.slice(start, end)).map((comment) => comment + lineEnd);
    return left.slice(0, start) + (start === tables[0]?.start ? added : "") + comments.join("") + left.slice(end);
  }, text);
}

const readLineEnd = (text: string) => (text.includes("\r\n") ? "\r\n" : "\n");

/** Writes only the lines that differ, each in its table; undefined: one of the tables is missing. */
function patchTables(
  text: string,
  path: readonly string[],
  before: UnknownRecord,
  after: UnknownRecord,
): string | undefined {
  let edited: string | undefined = text;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, value] = [getOwnProperty(before, key), getOwnProperty(after, key)];
    if (edited === undefined || hasSameData(old, value)) continue;
    edited =
      isRecord(old) && isRecord(value)
        ? patchTables(edited, [...path, key], old, value)
        : writeLine(edited, path, key, value);
  }
  return edited;
}

/** Replaces the lines of a key, adds them below the header, or removes them where the value is undefined. */
function writeLine(text: string, path: readonly string[], key: string, value: unknown): string | undefined {
  const table = findTables(text).find((one) => hasSameData(one.path, path));
  if (!table) return undefined;
  const header = /.*(?:\r\n|\n|$)/.exec(text.slice(table.start))?.[0].length ?? 0;
  const below = { start: table.start + header, end: table.start + header };
  const { start, end } = findLines(text, { start: below.start, end: table.end }, key) ?? below;
  const [comment] = listTomlComments(text.slice(start, end)).slice(-1);
  const line = value === undefined ? "" : stringify({ [key]: value }).trimEnd();
  const content = [line, comment].filter(Boolean).join(" ");
  return text.slice(0, start) + (content && content + readLineEnd(text)) + text.slice(end);
}

/** The lines of a key in a part of a table. */
function findLines(text: string, part: { readonly start: number; readonly end: number }, key: string) {
  let open = "";
  let { start } = part;
  for (const { 0: line, index } of text.slice(part.start, part.end).matchAll(/.*(?:\r\n|\n|$)/g)) {
    if (open === "") start = part.start + index;
    open = readOpenValue(open, line);
    const end = part.start + index + line.length;
    if (open === "" && Object.hasOwn(tryParse(text.slice(start, end)) ?? {}, key)) return { start, end };
  }
  return undefined;
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

/** A table that only exists through the tables below it is gone with the last one. */
function withoutEmptyTable(root: UnknownRecord | undefined, key: string): UnknownRecord | undefined {
  if (!root) return undefined;
  const { [key]: servers, ...others } = root;
  return isRecord(servers) && Object.keys(servers).length > 0 ? root : others;
}
