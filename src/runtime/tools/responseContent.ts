import type { ContentBlock } from "@modelcontextprotocol/server";
import { readJson } from "../../text/readJson.ts";
import { getMediaTypeEssence, isJsonMediaType, isTextMediaType } from "../http/mediaTypes.ts";
import type { UpstreamResponse } from "../upstream/sendUpstreamRequest.ts";
import { shortenResponseJson, shortenResponseText } from "./shortenResponse.ts";

/** A successful answer as content for a model. */
export interface ResponseContent {
  readonly content: ContentBlock[];
  /** The answer itself, where it is JSON or text; undefined for bytes, for none, and for JSON too long to be given as such. */
  readonly value: unknown;
}

interface AnswerOptions {
  /** Takes credentials out of a text. */
  readonly masked: (text: string) => string;
  /** How to ask for less, for an answer that had to be cut. */
  readonly advice: string;
  /** Names embedded bytes. */
  readonly uri: string;
}

/** Base64 in a model's context is dear; images are what models are made to see. */
const mostBytes = { media: 4 * 1024 * 1024, other: 256 * 1024 } as const;

export function readResponseContent(answer: UpstreamResponse, options: AnswerOptions): ResponseContent {
  const body = bodyContent(answer, options);
  const notes = headerNotes(answer.headers, options.masked);
  return notes === "" ? body : { ...body, content: [...body.content, textBlock(notes)] };
}

function bodyContent(answer: UpstreamResponse, options: AnswerOptions): ResponseContent {
  const { bytes, status, headers } = answer;
  if (bytes.byteLength === 0) return { content: [textBlock(`Done (${status}), no content.`)], value: undefined };
  const type = headers.get("Content-Type") ?? "";
  const text = type === "" || isJsonMediaType(type) || isTextMediaType(type) ? asText(bytes, type) : undefined;
  if (text === undefined)
    return {
      content: [binary(bytes, getMediaTypeEssence(type) || "application/octet-stream", options)],
      value: undefined,
    };
  return textContent(options.masked(text), isJsonMediaType(type) || /^\s*[[{]/.test(text), options.advice);
}

function textContent(text: string, mayBeJson: boolean, advice: string): ResponseContent {
  const parsed = mayBeJson ? parse(text) : undefined;
  const shortened = parsed ? shortenResponseJson(parsed.value, advice) : shortenResponseText(text, advice);
  const value = "value" in shortened ? shortened.value : shortened.text;
  const note = shortened.note === undefined ? [] : [textBlock(shortened.note)];
  return { content: [textBlock(shortened.text), ...note], value };
}

/** Undefined where bytes without a type are not text. */
function asText(bytes: Uint8Array, type: string): string | undefined {
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: type === "" }).decode(bytes);
  } catch {
    return type === "" ? undefined : new TextDecoder().decode(bytes);
  }
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: readJson(text) };
  } catch {
    return undefined;
  }
}

function binary(bytes: Uint8Array, mimeType: string, { uri }: AnswerOptions): ContentBlock {
  const media = /^(image|audio)\//.exec(mimeType)?.[1];
  const limit = media ? mostBytes.media : mostBytes.other;
  if (bytes.byteLength > limit)
    return textBlock(`${bytes.byteLength} bytes of ${mimeType}: too many to be passed on (the limit is ${limit}).`);
  const data = Buffer.from(bytes).toString("base64");
  if (media === "image" && !mimeType.startsWith("image/svg")) return { type: "image", data, mimeType };
  if (media === "audio") return { type: "audio", data, mimeType };
  return { type: "resource", resource: { uri, mimeType, blob: data, _meta: { size: bytes.byteLength } } };
}

/** Where a thing that was made is, and where the next page is: some APIs say it nowhere else. */
function headerNotes(headers: Headers, masked: (text: string) => string): string {
  return ["Location", "Link"]
    .flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [`${name}: ${masked(value)}`];
    })
    .join("\n");
}

const textBlock = (text: string): ContentBlock => ({ type: "text", text });
