import { tryParseExactJson } from "../../text/number/readExactJson.ts";
import { splitPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import type { JsonObject, PageDefinition, ToolDefinition } from "../definition.ts";
import type { UpstreamCall } from "../upstream/callApi.ts";
import type { UpstreamResponse } from "../upstream/sendUpstreamRequest.ts";
import { decodeText, maximumResponseCharacters } from "./responseContent.ts";

/** Pages are joined up to these limits; a tool may have another one for the characters. */
const limits = { characters: 20_000, pages: 20, milliseconds: 10_000 } as const;

/** The pages of a list as one answer. */
export interface JoinedPages {
  readonly call: UpstreamCall;
  /** How many pages were joined, and the input of the next one. */
  readonly notes: readonly string[];
}

interface PageSource {
  readonly input: JsonObject;
  readonly first: UpstreamCall;
  readonly send: (input: JsonObject) => Promise<UpstreamCall>;
  /** Removes what the tool does not return. */
  readonly trim: (value: unknown) => unknown;
  readonly signal: AbortSignal;
}

interface ListPage {
  readonly call: UpstreamCall;
  readonly value: unknown;
  readonly items: readonly unknown[];
  readonly characters: number;
  readonly next: JsonObject | undefined;
}

/**
 * Asks for the pages after the first one while they fit into the limits. Only what the API names is a next page, and the same one is not
 * asked for twice. A caller that sets the size of a page gets one page.
 */
export async function joinPages(tool: PagedTool, pages: PageDefinition, source: PageSource): Promise<JoinedPages> {
  const { input, first, send, trim, signal } = source;
  const most = tool.response?.maxCharacters;
  const read = (call: UpstreamCall, sent: JsonObject) => readPage(tool, pages, { call, input: sent, trim });
  let last = read(first, input);
  // A page that is cut has entries that no next page has.
  if (!last || last.characters > (most ?? maximumResponseCharacters)) return { call: first, notes: [] };
  const found = [last];
  const asked = new Set([formatInput(input)]);
  const isSized = pages.size !== undefined && input[pages.size] !== undefined;
  const until = performance.now() + limits.milliseconds;
  let problem: string | undefined;
  let room = (most ?? limits.characters) - last.characters;
  while (last.next && !isSized && room > 0 && found.length < limits.pages && performance.now() < until) {
    const sent: JsonObject = last.next;
    if (asked.has(formatInput(sent))) {
      const notes = ["The API names a page again that it gave already, so the list may have more entries."];
      return { call: joinFound(found, pages), notes };
    }
    asked.add(formatInput(sent));
    const call = await sendNext(send, sent, signal);
    const page = typeof call === "string" ? undefined : read(call, sent);
    if (!page) problem = `The next page could not be read: ${typeof call === "string" ? call : "it has no list."}`;
    room -= page?.characters ?? 0;
    if (!page || room < 0) break;
    found.push(page);
    last = page;
  }
  const count = found.reduce((sum, { items }) => sum + items.length, 0);
  const joined = found.length > 1 ? `${found.length} pages are joined: ${count} entries.` : undefined;
  const more = last.next && `More: call again with ${JSON.stringify(pickChanges(input, last.next))}.`;
  return { call: joinFound(found, pages), notes: [joined, problem, more].filter((note) => note !== undefined) };
}

interface ReceivedPage {
  readonly call: UpstreamCall;
  readonly input: JsonObject;
  readonly trim: PageSource["trim"];
}

/** Undefined if the answer has no list. */
function readPage(tool: PagedTool, pages: PageDefinition, { call, input, trim }: ReceivedPage): ListPage | undefined {
  const { response } = call;
  const value =
    response.status < 300 && response.openAfter === undefined
      ? tryParseExactJson(decodeText(response) ?? "")
      : undefined;
  const items = getPageItems(value, pages);
  if (!items) return undefined;
  const next = findNextInput(tool, { pages, input, response, value });
  return { call, value, items, next, characters: JSON.stringify(trim(value) ?? null).length };
}

/** The message of a failure instead of the answer. */
async function sendNext(
  send: PageSource["send"],
  input: JsonObject,
  signal: AbortSignal,
): Promise<UpstreamCall | string> {
  try {
    const call = await send(input);
    return call.response.status < 300 ? call : `the API answered ${call.response.status}.`;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
}

/** The last answer says how the list goes on, so its other members stay. */
function joinFound(found: readonly ListPage[], pages: PageDefinition): UpstreamCall {
  const last = found.at(-1);
  if (!last) throw new Error("A list has at least one page.");
  const { response, ...call } = last.call;
  const headers = new Headers(response.headers);
  headers.delete("Link");
  if (found.length === 1) return { ...call, response: { ...response, headers } };
  const all = found.flatMap(({ items }) => items);
  const value = replaceAt(last.value, splitPointer(pages.items), all);
  headers.set("Content-Type", "application/json");
  return { ...call, response: { ...response, headers, bytes: Buffer.from(JSON.stringify(value)) } };
}

const replaceAt = (value: unknown, [key, ...rest]: readonly string[], list: readonly unknown[]): unknown =>
  key === undefined || !isRecord(value) ? list : { ...value, [key]: replaceAt(value[key], rest, list) };

const formatInput = (input: JsonObject) => JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)));

const pickChanges = (input: JsonObject, next: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(next).filter(([name, value]) => input[name] !== value));

/** The tool as it is listed, without the inputs that the environment sets. */
type PagedTool = Pick<ToolDefinition, "request" | "response" | "inputSchema">;

interface AnsweredPage {
  readonly pages: PageDefinition;
  readonly input: JsonObject;
  readonly response: UpstreamResponse;
  /** The body as JSON. */
  readonly value: unknown;
}

/** The input of the page that an answer names as the next one; undefined if it names none. */
function findNextInput(tool: PagedTool, { pages, input, response, value }: AnsweredPage): JsonObject | undefined {
  const { next: pointer, property, lastKey } = pages;
  const link = pointer === "Link" ? findNextLink(response.headers) : readPointer(value, pointer);
  const last = lastKey !== undefined && link === true ? getPageItems(value, pages)?.at(-1) : undefined;
  const next = lastKey === undefined ? link : isRecord(last) ? last[lastKey] : undefined;
  if ((typeof next !== "string" && typeof next !== "number") || next === "") return undefined;
  // A path without a query has no inputs, and a cursor in base64 may begin as one.
  const isUrl = typeof next === "string" && /^(https?:\/\/|\/[^?]*\?|\?)/.test(next);
  if (isUrl) return readQuery(tool, next, { pages, input });
  return property === undefined ? undefined : { ...input, [property]: toInputValue(tool, property, next) };
}

/** The entries of a page; undefined if the answer has no list. */
function getPageItems(value: unknown, { items }: PageDefinition): readonly unknown[] | undefined {
  const list = readPointer(value, items);
  return Array.isArray(list) ? list : undefined;
}

const readPointer = (value: unknown, pointer: string): unknown => splitPointer(pointer).reduce(getMember, value);

const findNextLink = (headers: Headers) =>
  /<([^<>]+)>\s*;[^,<]*\brel\s*=\s*"?next\b/i.exec(headers.get("Link") ?? "")?.[1];

/** The inputs that a URL has in its query, if it has another value for one of them. The URL itself is not called. */
function readQuery(
  tool: PagedTool,
  url: string,
  { pages, input }: Pick<AnsweredPage, "pages" | "input">,
): JsonObject | undefined {
  const query = URL.parse(url, "http://localhost")?.searchParams;
  const values = tool.request.parameters.flatMap(({ in: location, name, property }): [string, unknown][] => {
    const [value, ...others] = location === "query" && query ? query.getAll(name) : [];
    if (value === undefined || others.length > 0 || String(input[property]) === value) return [];
    // The size of a page stays what the caller or the tool chose.
    if (property === pages.size || !isRecord(getInputProperty(tool, property))) return [];
    return [[property, toInputValue(tool, property, value)]];
  });
  return values.length === 0 ? undefined : { ...input, ...Object.fromEntries(values) };
}

const getInputProperty = ({ inputSchema: { properties } }: PagedTool, property: string): unknown =>
  isRecord(properties) ? properties[property] : undefined;

/** The value as the schema of the input wants it, so that a caller can use it again. */
function toInputValue(tool: PagedTool, property: string, value: string | number): string | number {
  const schema = getInputProperty(tool, property);
  const types = isRecord(schema) ? [schema.type].flat() : [];
  if (types.includes("string")) return String(value);
  return types.some((type) => type === "integer" || type === "number") && Number.isSafeInteger(Number(value))
    ? Number(value)
    : value;
}
