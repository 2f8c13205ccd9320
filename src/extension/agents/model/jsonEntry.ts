import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import {
  applyEdits,
  type Edit,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { findJsonProperty } from "../../../text/position/jsonTree.ts";
import { createLineIndex } from "../../../text/position/lineIndex.ts";
import { getMember, getOwnProperty, isRecord, type UnknownRecord } from "../../../text/record.ts";
import { AgentFileError } from "./agentFiles.ts";
import { insertJsonProperty, readJsonTokens, removeJsonProperty, replaceJsonValue } from "./jsonPropertyEdits.ts";
import type { AgentEntry } from "./mcpAgents.ts";

/** Where an entry stands: the key of the servers, and the name of the entry below it. */
export interface EntryPlace {
  readonly key: string;
  readonly name: string;
}

/** Sets an entry, or removes it with the comments in it where it is undefined. Everything else in the text stays, comments too. */
export function editJsonEntry(text: string, { key, name }: EntryPlace, entry: AgentEntry | undefined): string {
  const root = parseRoot(text);
  const edited = patchJson(text, [key, name], entry);
  const expected = withEntry(root ? getNodeValue(root) : {}, { key, name }, entry);
  const after = parseRoot(edited);
  const isExact = hasSameData(after ? getNodeValue(after) : {}, expected);
  const removed = entry === undefined ? findNode(text, [key, name]) : undefined;
  if (isExact && hasSameData(listComments(edited), listComments(text, removed))) return edited;
  throw createPlaceError(text, 0, l10n.t("It could not be changed without changing something else."));
}

/** All entries by their names. */
export function readJsonEntries(text: string, key: string): UnknownRecord {
  const root = parseRoot(text);
  const servers = root && findServers(text, root, key);
  return servers ? getNodeValue(servers) : {};
}

/** undefined: the text has comments at most. */
function parseRoot(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true, allowEmptyContent: true };
  // The parser knows no byte order mark.
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, options);
  const [error] = errors;
  if (error) {
    const reason = printParseErrorCode(error.error).replaceAll(
      /(?<=[a-z])[A-Z]/g,
      (letter) => ` ${letter.toLowerCase()}`,
    );
    throw createPlaceError(text, error.offset, l10n.t`This is not JSON (${reason}).`);
  }
  if (root && root.type !== "object") throw createPlaceError(text, root.offset, l10n.t("This is not an object."));
  return root;
}

/** Writes what differs at a path, one property after the other; undefined removes it. */
function patchJson(text: string, path: readonly string[], value: unknown): string {
  const there = findNode(text, path);
  const data = there && getNodeValue(there);
  if (there && hasSameData(data, value)) return text;
  const names = listMembers(data, value);
  if (names) return names.reduce((edited, name) => patchJson(edited, [...path, name], getMember(value, name)), text);
  // What stands around a text stays, also in a list.
  if (there && typeof data === "string" && typeof value === "string")
    return applyEdits(text, [{ offset: there.offset, length: there.length, content: JSON.stringify(value) }]);
  return applyEdits(text, [...planEdits(text, path, value)]);
}

/** The members of two objects, or of two lists of the same length, that are compared one by one; undefined: others are compared whole. */
export function listMembers(one: unknown, other: unknown): readonly string[] | undefined {
  if (isRecord(one) && isRecord(other)) return [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const areLists = Array.isArray(one) && Array.isArray(other) && one.length === other.length;
  return areLists ? Object.keys(one) : undefined;
}

function findNode(text: string, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, name) => (node?.type === "array" ? node.children?.[Number(name)] : node && findValue(text, node, name)),
    parseRoot(text),
  );
}

function planEdits(text: string, path: readonly string[], value: unknown): readonly Edit[] {
  let object = parseRoot(text);
  if (!object) return value === undefined ? [] : appendObject(text, nest(path, value));
  for (const [index, name] of path.entries()) {
    if (object.type !== "object")
      throw createPlaceError(text, object.offset, l10n.t`"${path[index - 1] ?? ""}" is not an object.`);
    const property: Node | undefined = findUnique(text, object, name);
    const rest = path.slice(index + 1);
    if (!property) return value === undefined ? [] : insertJsonProperty(text, object, name, nest(rest, value));
    const [, inner] = property.children ?? [];
    if (rest.length === 0 || !inner)
      return value === undefined ? removeJsonProperty(text, property) : replaceJsonValue(text, property, value);
    object = inner;
  }
  return [];
}

const nest = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

function findServers(text: string, root: Node, key: string): Node | undefined {
  const value = findValue(text, root, key);
  if (value && value.type !== "object") throw createPlaceError(text, value.offset, l10n.t`"${key}" is not an object.`);
  return value;
}

const findValue = (text: string, object: Node, name: string) => findUnique(text, object, name)?.children?.[1];

/** Agents differ about which of two properties with the same name counts. */
function findUnique(text: string, object: Node, name: string): Node | undefined {
  const found = object.children?.filter(({ children }) => children?.[0]?.value === name) ?? [];
  const [, second] = found;
  if (second) throw createPlaceError(text, second.offset, l10n.t`"${name}" stands there twice.`);
  return findJsonProperty(object, name);
}

function appendObject(text: string, value: unknown): readonly Edit[] {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const content = `${JSON.stringify(value, undefined, 2).replaceAll("\n", lineEnd)}${lineEnd}`;
  const isOnNewLine = /(^\uFEFF?|\n)[ \t]*$/.test(text);
  return [{ offset: text.length, length: 0, content: isOnNewLine ? content : `${lineEnd}${content}` }];
}

/** The data of a file with an entry, or without it. */
export function withEntry(value: unknown, { key, name }: EntryPlace, entry: AgentEntry | undefined): UnknownRecord {
  const root = isRecord(value) ? value : {};
  const servers = getOwnProperty(root, key);
  if (entry === undefined && !isRecord(servers)) return root;
  const { [name]: _, ...others } = isRecord(servers) ? servers : {};
  return { ...root, [key]: { ...others, ...(entry && { [name]: entry }) } };
}

export function hasCommentInside(text: string, { key, name }: EntryPlace): boolean {
  const node = findNode(text, [key, name]);
  return listComments(text, node).length < listComments(text).length;
}

function listComments(text: string, except?: Node): readonly string[] {
  const isIn = (offset: number) => except && offset >= except.offset && offset < except.offset + except.length;
  const comments = readJsonTokens(text).comments.filter(({ offset }) => !isIn(offset));
  return comments.map(({ offset, length }) => text.slice(offset, offset + length));
}

/** Compares data by its content: parsers make objects with and without a prototype. */
export function hasSameData(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}

/** Names the place of a problem, so that the user can correct it. */
export function createPlaceError(text: string, offset: number, reason: string): AgentFileError {
  const { line, column } = createLineIndex(text).range([offset, offset]);
  return new AgentFileError(l10n.t`line ${line}, column ${column}: ${reason}`);
}
