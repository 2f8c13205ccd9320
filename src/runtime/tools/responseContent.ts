import type { ContentBlock } from "@modelcontextprotocol/server";
import { tryParseExactJson } from "../../text/number/readExactJson.ts";
import { appendToPointer, unescapePointerKey } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { getMediaTypeEssence, isJsonMediaType, isTextMediaType } from "../http/mediaTypes.ts";
import type { UpstreamResponse } from "../upstream/sendUpstreamRequest.ts";

/** The limit of the text that a model gets. */
export const maximumResponseCharacters = 100_000;
/** JSON up to this length is indented; longer JSON is compact to save characters. */
const indentedUpTo = 10_000;
/** A longer text is not sent beside structured content that has all of it. */
const repeatedUpTo = 20_000;

interface Shortened {
  readonly text: string;
  /** Describes what was omitted; undefined if the text is complete. */
  readonly note: string | undefined;
}

/** Cuts a long text, at a line break if one is near. */
function shortenResponseText(text: string, advice: string, maximum: number): Shortened {
  if (text.length <= maximum) return { text, note: undefined };
  const lineEnd = text.lastIndexOf("\n", maximum);
  const end = lineEnd > maximum * 0.9 ? lineEnd : maximum;
  const shortText = text.slice(0, end).toWellFormed();
  return {
    text: shortText,
    note: `Cut: the first ${shortText.length} of ${text.length} characters are shown. ${advice}`,
  };
}

interface ShortenedJson extends Shortened {
  /** Undefined if the JSON could not be shortened enough and its text was cut. */
  readonly value: unknown;
}

/**
 * Shortens JSON and keeps it valid: removes items from the end of the longest list, several times if needed. If that is not enough,
 * cuts the text.
 */
export function shortenResponseJson(
  value: unknown,
  advice: string,
  maximum = maximumResponseCharacters,
): ShortenedJson {
  const notes: string[] = [];
  let shortened = value;
  let text = JSON.stringify(shortened);
  for (let rounds = 0; text.length > maximum && rounds < 5; rounds += 1) {
    const list = findLongestList(shortened, "", 0);
    if (!list || list.length < 2) break;
    const count = countFittingItems(list.items, maximum - (text.length - list.length));
    if (count === list.items.length) break;
    shortened = replaceList(shortened, list.path, list.items.slice(0, count));
    notes.push(`${count} of ${list.items.length} items of ${list.path === "" ? "the list" : list.path} are shown.`);
    text = JSON.stringify(shortened);
  }
  const indented = text.length <= indentedUpTo ? JSON.stringify(shortened, null, 2) : text;
  if (indented.length <= maximum) text = indented;
  const cut = shortenResponseText(text, advice, maximum);
  if (cut.note !== undefined) return { ...cut, value: undefined };
  if (notes.length === 0) return { ...cut, value: shortened };
  return { text, value: shortened, note: `Cut: ${notes.join(" ")} ${advice}` };
}

interface FoundList {
  /** A JSON pointer. */
  readonly path: string;
  readonly items: readonly unknown[];
  /** The length in characters of JSON. */
  readonly length: number;
}

function findLongestList(value: unknown, path: string, depth: number): FoundList | undefined {
  if (Array.isArray(value)) return { path, items: value, length: JSON.stringify(value).length };
  if (!isRecord(value) || depth > 3) return undefined;
  const found = Object.entries(value).flatMap(
    ([key, item]) => findLongestList(item, appendToPointer(path, key), depth + 1) ?? [],
  );
  return found.reduce<FoundList | undefined>(
    (best, one) => (best && best.length >= one.length ? best : one),
    undefined,
  );
}

/** Counts the leading items of a list that fit into the given number of characters. */
function countFittingItems(items: readonly unknown[], maximumLength: number): number {
  let used = 2;
  let count = 0;
  for (const item of items) {
    used += JSON.stringify(item).length + 1;
    if (used > maximumLength) break;
    count += 1;
  }
  return count;
}

function replaceList(value: unknown, path: string, list: readonly unknown[]): unknown {
  if (path === "" || !isRecord(value)) return list;
  const [, step = "", rest = ""] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
  const key = unescapePointerKey(step);
  return { ...value, [key]: replaceList(value[key], rest, list) };
}

/** The content of a successful response for a model. */
export interface ResponseContent {
  /** The body as text, image, audio or resource. */
  readonly content: ContentBlock[];
  /** What the body lacks: omitted parts and the addresses in headers. */
  readonly notes: readonly string[];
  /** The JSON value or text; undefined for an empty body, for bytes, and for JSON that is too long. */
  readonly value: unknown;
  /** The text of the body; undefined for an empty body and for bytes. */
  readonly text?: string;
}

interface ResponseOptions {
  /** Replaces credentials in a text. */
  readonly mask: (text: string) => string;
  /** How to get a shorter response, for the note of a shortened one. */
  readonly advice: string;
  /** The URI of embedded bytes. */
  readonly uri: string;
  /** By default `maximumResponseCharacters`. */
  readonly maximumCharacters?: number;
  /** Removes what the tool does not return. */
  readonly trim?: (value: unknown) => unknown;
}

/** Base64 uses much of a model's context, so only images and audio, which models can process, get a high limit. */
const maximumBytes = { media: 4 * 1024 * 1024, other: 256 * 1024 } as const;

export function readResponseContent(response: UpstreamResponse, options: ResponseOptions): ResponseContent {
  const body = createBodyContent(response, options);
  return { ...body, notes: [...body.notes, ...listHeaderNotes(response.headers, options.mask)] };
}

/** The blocks of a result: the body and its notes. */
export const listContentBlocks = ({ content, notes }: Pick<ResponseContent, "content" | "notes">): ContentBlock[] => [
  ...content,
  ...(notes.length > 0 ? [createTextBlock(notes.join("\n"))] : []),
];

/** The content beside structured content that has the same body. Of a long body it is only the beginning. */
export function shortenRepeatedContent(read: ResponseContent): Pick<ResponseContent, "content" | "notes"> {
  const { text, value, notes } = read;
  if (text === undefined || text.length <= repeatedUpTo) return read;
  const shortened =
    value === undefined || typeof value === "string"
      ? shortenResponseText(text, rest, repeatedUpTo)
      : shortenResponseJson(value, rest, repeatedUpTo);
  const note = shortened.note === undefined ? [] : [shortened.note];
  return { content: [createTextBlock(shortened.text)], notes: [...note, ...notes] };
}

const rest = "The structured content of this result has the rest.";

function createBodyContent(response: UpstreamResponse, options: ResponseOptions): ResponseContent {
  const { bytes, status, headers } = response;
  if (bytes.byteLength === 0)
    return { content: [createTextBlock(`Done (${status}), no content.`)], notes: [], value: undefined };
  const type = headers.get("Content-Type") ?? "";
  const text = type === "" || isJsonMediaType(type) || isTextMediaType(type) ? decodeText(response) : undefined;
  if (text === undefined)
    return {
      content: [createBinaryContent(bytes, getMediaTypeEssence(type) || "application/octet-stream", options)],
      notes: [],
      value: undefined,
    };
  return createTextContent(options.mask(text), isJsonMediaType(type) || /^\s*[[{]/.test(text), options);
}

function createTextContent(
  text: string,
  mayBeJson: boolean,
  { advice, trim = (value) => value, maximumCharacters = maximumResponseCharacters }: ResponseOptions,
): ResponseContent {
  const parsed = mayBeJson ? tryParseExactJson(text) : undefined;
  const shortened =
    parsed === undefined
      ? shortenResponseText(text, advice, maximumCharacters)
      : shortenResponseJson(trim(parsed), advice, maximumCharacters);
  const value = "value" in shortened ? shortened.value : shortened.text;
  const notes = shortened.note === undefined ? [] : [shortened.note];
  return { content: [createTextBlock(shortened.text)], notes, value, text: shortened.text };
}

/** The text in the character set that the response names. Returns undefined for bytes without a type that are not valid text. */
export function decodeText({ bytes, headers }: Pick<UpstreamResponse, "bytes" | "headers">): string | undefined {
  const type = headers.get("Content-Type") ?? "";
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: type === "" }).decode(bytes);
  } catch {
    return type === "" ? undefined : new TextDecoder().decode(bytes);
  }
}

function createBinaryContent(bytes: Uint8Array, mimeType: string, { uri }: ResponseOptions): ContentBlock {
  const media = /^(image|audio)\//.exec(mimeType)?.[1];
  const limit = media ? maximumBytes.media : maximumBytes.other;
  if (bytes.byteLength > limit)
    return createTextBlock(`The response has ${bytes.byteLength} bytes of ${mimeType}; the limit is ${limit}.`);
  const data = Buffer.from(bytes).toString("base64");
  if (media === "image" && !mimeType.startsWith("image/svg")) return { type: "image", data, mimeType };
  if (media === "audio") return { type: "audio", data, mimeType };
  return { type: "resource", resource: { uri, mimeType, blob: data, _meta: { size: bytes.byteLength } } };
}

/** Some APIs put the address of a created resource or of the next page only into headers. */
function listHeaderNotes(headers: Headers, mask: (text: string) => string): string[] {
  return ["Location", "Link"].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${mask(value)}`];
  });
}

const createTextBlock = (text: string): ContentBlock => ({ type: "text", text });
