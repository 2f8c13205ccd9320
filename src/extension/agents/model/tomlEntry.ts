import * as l10n from "@vscode/l10n";
import { parse, stringify, TomlError } from "smol-toml";
import { getMember, getOwnProperty, isRecord, type UnknownRecord } from "../../../text/record.ts";
import { AgentFileError } from "./agentFiles.ts";
import { createPlaceError, type EntryPlace, hasSameData, listMembers, withEntry } from "./jsonEntry.ts";
import type { AgentEntry } from "./mcpAgents.ts";

/**
 * Sets an entry, or removes it where it is undefined: its tables `[key.name]` and `[key.name.more]`, and what other tables have of it, such
 * as `name.url = ""` in `[key]`. Everything else stays, and so do the comments in these tables.
 */
export function editTomlEntry(text: string, { key, name }: EntryPlace, entry: AgentEntry | undefined): string {
  const before = parseToml(text);
  const expected = withoutEmptyTable(withEntry(before, { key, name }, entry), key);
  const isExact = (edited: string) =>
    hasSameData(withoutEmptyTable(tryParse(edited), key), expected) &&
    hasSameData(listTomlComments(edited), listTomlComments(text));
  const there = getMember(getOwnProperty(before, key), name);
  const patched =
    isRecord(there) && entry ? patchTables(text, { path: [key, name], before: there, after: entry }) : undefined;
  if (patched !== undefined && isExact(patched)) return patched;
  const edited = replaceTables(text, { key, name }, entry);
  if (isExact(edited)) return edited;
  throw createPlaceError(
    text,
    0,
    l10n.t`"${key}" is not written as tables, such as [${key}.${name}]. Write it so first.`,
  );
}

/** Writes the tables of an entry again, with the comments of all its parts. */
function replaceTables(text: string, { key, name }: EntryPlace, entry: AgentEntry | undefined): string {
  const lineEnd = readLineEnd(text);
  const tables = findTables(text);
  const isOwn = ({ path }: Table) => path[0] === key && path[1] === name;
  const own = tables.filter(isOwn);
  const lines = tables.filter((table) => !isOwn(table)).flatMap((table) => findLinesOf(text, table, [key, name]));
  const added = entry === undefined ? "" : stringify({ [key]: { [name]: entry } }).replaceAll(/\n+/g, lineEnd);
  const parts = [...own, ...lines].toSorted((one, other) => other.start - one.start);
  const left = parts.reduce((rest, { start, end }) => {
    const comments = listTomlComments(text.slice(start, end)).map((comment) => comment + lineEnd);
    return rest.slice(0, start) + (start === own[0]?.start ? added : "") + comments.join("") + rest.slice(end);
  }, text);
  return own.length > 0 || added === "" ? left : appendTable(left, added, lineEnd);
}

/** The lines of a table that have a part of an entry and nothing else. */
function findLinesOf(text: string, table: Table, path: readonly string[]): readonly Part[] {
  const inner = path.slice(table.path.length);
  if (inner.length === 0 || !hasSameData(table.path, path.slice(0, table.path.length))) return [];
  return listStatements(text, table).filter(({ data }) => {
    const [own, others] = inner.reduce<readonly [unknown, number]>(
      ([value, count], name) => [getMember(value, name), count + (isRecord(value) ? Object.keys(value).length - 1 : 0)],
      [data, 0],
    );
    return own !== undefined && others === 0;
  });
}

const readLineEnd = (text: string) => (text.includes("\r\n") ? "\r\n" : "\n");

interface Change {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Writes only what differs: texts in their places, other values as lines of their tables; undefined: one of the tables is missing. */
function patchTables(text: string, { path, before, after }: Change): string | undefined {
  if (hasSameData(before, after)) return text;
  const members = listMembers(before, after)?.map((name) => {
    return { path: [...path, name], before: getMember(before, name), after: getMember(after, name) };
  });
  const patched = members
    ? members.reduce<string | undefined>((edited, member) => edited && patchTables(edited, member), text)
    : replaceText(text, { path, before, after });
  return patched ?? writeLine(text, path.slice(0, -1), path.at(-1) ?? "", after);
}

/** The same text may stand in other places too; in so many of them it is tried. */
const mostPlaces = 100;

/** Replaces a text in its quotation marks, wherever its key is written; undefined: it is written in another way. */
function replaceText(text: string, { path, before, after }: Change): string | undefined {
  if (typeof before !== "string" || typeof after !== "string") return undefined;
  const expected = withValue(parseToml(text), path, after);
  const isLiteral = !/['\p{Cc}]/u.test(after);
  for (const [old, content] of [
    [JSON.stringify(before), JSON.stringify(after)],
    [`'${before}'`, isLiteral ? `'${after}'` : JSON.stringify(after)],
  ] as const) {
    for (let offset = text.indexOf(old), tried = 0; offset >= 0 && tried < mostPlaces; tried += 1) {
      const edited = text.slice(0, offset) + content + text.slice(offset + old.length);
      if (hasSameData(tryParse(edited), expected)) return edited;
      offset = text.indexOf(old, offset + 1);
    }
  }
  return undefined;
}

/** The same data with another value at a path. */
function withValue(data: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const inner = withValue(getMember(data, name), rest, value);
  return Array.isArray(data) ? data.with(Number(name), inner) : { ...(isRecord(data) && data), [name]: inner };
}

/** Replaces the lines of a key, adds them below the header, or removes them where the value is undefined. */
function writeLine(text: string, path: readonly string[], key: string, value: unknown): string | undefined {
  const table = findTables(text).find((one) => hasSameData(one.path, path));
  if (!table) return undefined;
  const below = { start: table.body, end: table.body };
  const { start, end } = listStatements(text, table).find(({ data }) => Object.hasOwn(data, key)) ?? below;
  const [comment] = listTomlComments(text.slice(start, end)).slice(-1);
  const line = value === undefined ? "" : stringify({ [key]: value }).trimEnd();
  const content = [line, comment].filter(Boolean).join(" ");
  return text.slice(0, start) + (content && content + readLineEnd(text)) + text.slice(end);
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** The lines of each key of a table, and what they say. */
function listStatements(text: string, { body, end }: Table): readonly (Part & { readonly data: UnknownRecord })[] {
  const statements: (Part & { readonly data: UnknownRecord })[] = [];
  let open = "";
  let start = body;
  for (const { 0: line, index } of text.slice(body, end).matchAll(/.*(?:\r\n|\n|$)/g)) {
    if (open === "") start = body + index;
    open = readOpenValue(open, line);
    const part = { start, end: body + index + line.length };
    const data = open === "" ? tryParse(text.slice(part.start, part.end)) : undefined;
    if (data && Object.keys(data).length > 0) statements.push({ ...part, data });
  }
  return statements;
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

/** From the header to the next one, without the comments and blank lines before that. */
interface Table extends Part {
  readonly path: readonly string[];
  /** Behind the line of the header. */
  readonly body: number;
}

/** The tables of a valid document, first what is before them. A header stands at the start of a line that is not inside a value. */
function findTables(text: string): readonly Table[] {
  const lines = [...text.matchAll(/.*(?:\r\n|\n|$)/g)].filter(({ 0: line }) => line !== "");
  const top = text.startsWith("\uFEFF") ? 1 : 0;
  const headers: Omit<Table, "end">[] = [{ path: [], start: top, body: top }];
  let content = top;
  const ends: number[] = [];
  let open = "";
  for (const { 0: line, index } of lines) {
    const path = open === "" ? readHeader(line) : undefined;
    if (path) {
      ends.push(content);
      headers.push({ path, start: Math.max(index, top), body: index + line.length });
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
