import type { ContentBlock } from "@modelcontextprotocol/server";
import { readJson } from "../../text/readJson.ts";
import { getMediaTypeEssence, isJsonMediaType, isTextMediaType } from "../http/mediaTypes.ts";
import type { UpstreamResponse } from "../upstream/sendUpstreamRequest.ts";
import { shortenResponseJson, shortenResponseText } from "./shortenResponse.ts";

/** The content of a successful response for a model. */
export interface ResponseContent {
  readonly content: ContentBlock[];
  /** The JSON value or text; undefined for an empty body, for bytes, and for JSON that is too long. */
  readonly value: unknown;
}

interface ResponseOptions {
  /** Replaces credentials in a text. */
  readonly mask: (text: string) => string;
  /** How to get a shorter response, for the note of a shortened one. */
  readonly advice: string;
  /** The URI of embedded bytes. */
  readonly uri: string;
}

/** Base64 uses much of a model's context, so only images and audio, which models can process, get a high limit. */
const maximumBytes = { media: 4 * 1024 * 1024, other: 256 * 1024 } as const;

export function readResponseContent(response: UpstreamResponse, options: ResponseOptions): ResponseContent {
  const body = createBodyContent(response, options);
  const notes = formatHeaderNotes(response.headers, options.mask);
  return notes === "" ? body : { ...body, content: [...body.content, createTextBlock(notes)] };
}

function createBodyContent(response: UpstreamResponse, options: ResponseOptions): ResponseContent {
  const { bytes, status, headers } = response;
  if (bytes.byteLength === 0) return { content: [createTextBlock(`Done (${status}), no content.`)], value: undefined };
  const type = headers.get("Content-Type") ?? "";
  const text = type === "" || isJsonMediaType(type) || isTextMediaType(type) ? decodeText(bytes, type) : undefined;
  if (text === undefined)
    return {
      content: [createBinaryContent(bytes, getMediaTypeEssence(type) || "application/octet-stream", options)],
      value: undefined,
    };
  return createTextContent(options.mask(text), isJsonMediaType(type) || /^\s*[[{]/.test(text), options.advice);
}

function createTextContent(text: string, mayBeJson: boolean, advice: string): ResponseContent {
  const parsed = mayBeJson ? parseJson(text) : undefined;
  const shortened = parsed ? shortenResponseJson(parsed.value, advice) : shortenResponseText(text, advice);
  const value = "value" in shortened ? shortened.value : shortened.text;
  const note = shortened.note === undefined ? [] : [createTextBlock(shortened.note)];
  return { content: [createTextBlock(shortened.text), ...note], value };
}

/** Returns undefined for bytes without a type that are not valid text. */
function decodeText(bytes: Uint8Array, type: string): string | undefined {
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: type === "" }).decode(bytes);
  } catch {
    return type === "" ? undefined : new TextDecoder().decode(bytes);
  }
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: readJson(text) };
  } catch {
    return undefined;
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
function formatHeaderNotes(headers: Headers, mask: (text: string) => string): string {
  return ["Location", "Link"]
    .flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [`${name}: ${mask(value)}`];
    })
    .join("\n");
}

const createTextBlock = (text: string): ContentBlock => ({ type: "text", text });
