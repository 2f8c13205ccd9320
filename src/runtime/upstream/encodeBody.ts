import { randomUUID } from "node:crypto";
import { omitAtPath, setAtPath } from "../../text/fieldPath.ts";
import { getOwnProperty, isRecord, type UnknownRecord } from "../../text/record.ts";
import type { BodyDefinition, JsonObject } from "../definition.ts";
import { getMediaTypeEssence, isFormMediaType, isJsonMediaType, isMultipartMediaType } from "../http/mediaTypes.ts";
import { percentEncode } from "../http/percentEncoding.ts";
import { ToolError } from "../tools/codeTool.ts";
import { type EncodedPair, encodePairs, encodeScalar, type ParameterStyle } from "./parameterStyles.ts";

interface MultipartPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly contentType?: string;
  readonly filename?: string;
}

/**
 * Encodes parts by RFC 7578. `FormData` is not usable because it adds a file name to every part with a content type, and servers treat
 * such a part as an upload.
 */
function encodeMultipart(
  parts: readonly MultipartPart[],
  mediaType: string,
): { contentType: string; bytes: Uint8Array } {
  const boundary = `----${randomUUID()}`;
  const pieces = parts.flatMap((part) => [`--${boundary}\r\n${formatPartHeaders(part)}\r\n\r\n`, part.content, "\r\n"]);
  const bytes = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { contentType: `${mediaType}; boundary=${boundary}`, bytes };
}

function formatPartHeaders({ name, filename, contentType }: MultipartPart): string {
  const file = filename === undefined ? "" : `; filename="${escapeName(filename)}"`;
  const type = contentType === undefined ? "" : `\r\nContent-Type: ${contentType.replaceAll(/[\r\n]/g, "")}`;
  return `Content-Disposition: form-data; name="${escapeName(name)}"${file}${type}`;
}

/** Browsers escape names this way. */
const escapeName = (text: string) => text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");

const styles: Readonly<Record<string, ParameterStyle>> = {
  form: "form",
  spaceDelimited: "spaceDelimited",
  pipeDelimited: "pipeDelimited",
  deepObject: "deepObject",
};

/** Encodes `application/x-www-form-urlencoded`. */
function encodeFormBody(value: JsonObject, definition: BodyDefinition): string {
  return Object.entries(value)
    .flatMap(([name, item]) => encodeFormProperty(name, item, definition.encoding?.[name]))
    .map((pair) => pair.join("="))
    .join("&");
}

function encodeFormProperty(
  name: string,
  value: unknown,
  encoding: NonNullable<BodyDefinition["encoding"]>[string] | undefined,
): EncodedPair[] {
  const style = styles[encoding?.style ?? ""] ?? "form";
  if (encoding?.style !== undefined || encoding?.explode !== undefined)
    return encodePairs(style, name, value, { explode: encoding.explode ?? style === "form", encode: percentEncode });
  // Without a style an object becomes JSON, an array repeated pairs, and any other value text.
  const list = Array.isArray(value) ? value : [value];
  return list
    .filter((item) => item !== null && item !== undefined)
    .map((item) => [percentEncode(name), percentEncode(encodeScalar(item))]);
}

export interface EncodedBody {
  readonly contentType: string;
  readonly bytes: string | Uint8Array;
}

/** Encodes the body of a request; undefined if the input has none. */
export function encodeBody(definition: BodyDefinition, input: JsonObject): EncodedBody | undefined {
  const value = completeBody(definition, getOwnProperty(input, definition.property));
  if (value === undefined) return undefined;
  const contentType = chooseContentType(definition, input, value);
  if (isJsonMediaType(contentType)) return { contentType, bytes: JSON.stringify(value) };
  if (isFormMediaType(contentType))
    return { contentType, bytes: encodeFormBody(requireObject(value, definition, contentType), definition) };
  if (isMultipartMediaType(contentType))
    return encodeMultipart(
      createMultipartParts(requireObject(value, definition, contentType), definition),
      getMediaTypeEssence(contentType),
    );
  return { contentType, bytes: encodePlainBody(value, definition, contentType) };
}

/** Adds the fields that the input does not have, and omits those that are never sent. */
function completeBody({ fields = [], required }: BodyDefinition, body: unknown): unknown {
  if (fields.length === 0 || (body !== undefined && !isRecord(body))) return body;
  return fields.reduce<UnknownRecord | undefined>(
    (object, { path, value }) =>
      value === undefined ? object && omitAtPath(object, path) : setAtPath(object ?? {}, path, value),
    body ?? (required ? {} : undefined),
  );
}

/** Chooses the type that the input requests, else the one that the value shows, such as PNG for `image/*`, else the preferred one. */
function chooseContentType(definition: BodyDefinition, input: JsonObject, value: unknown): string {
  const { contentTypes, contentTypeProperty } = definition;
  const requestedType = contentTypeProperty === undefined ? undefined : getOwnProperty(input, contentTypeProperty);
  const type = typeof requestedType === "string" ? requestedType : (contentTypes[0] ?? "application/json");
  if (isBinaryBody(definition) && requestedType === undefined && typeof value === "string") {
    const detected = detectMediaType(decodeBase64(value, `/${definition.property}`), contentTypes);
    return detected ?? (type.includes("*") ? "application/octet-stream" : type);
  }
  if (!type.includes("*")) return type;
  if (type.startsWith("text/")) return "text/plain";
  return typeof value === "string" ? "text/plain" : "application/json";
}

const isBinaryBody = (definition: BodyDefinition) => definition.binary?.includes("") ?? false;

function encodePlainBody(value: unknown, definition: BodyDefinition, contentType: string): string | Uint8Array {
  if (typeof value === "string")
    return isBinaryBody(definition) ? decodeBase64(value, `/${definition.property}`) : value;
  // Numbers and booleans have a text form; an object has no defined form in XML or CSV.
  if (!isComposite(value)) return String(value);
  if (getMediaTypeEssence(contentType) === "text/plain") return JSON.stringify(value);
  throw new ToolError(`/${definition.property} must be a string: the ${contentType} document itself.`);
}

const isComposite = (value: unknown) => Array.isArray(value) || isRecord(value);

function requireObject(value: unknown, definition: BodyDefinition, contentType: string): JsonObject {
  if (isRecord(value)) return value;
  throw new ToolError(`/${definition.property} must be an object, because it is sent as ${contentType}.`);
}

/** Creates one part per property, and one per item for an array. */
function createMultipartParts(value: JsonObject, definition: BodyDefinition): MultipartPart[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const declared = listTypes(definition.encoding?.[name]?.contentType);
    const concrete = declared.find((type) => !type.includes("*"));
    const whole = !Array.isArray(item) || (concrete !== undefined && isJsonMediaType(concrete));
    const items = (whole ? [item] : item).filter((one) => one !== null && one !== undefined);
    if (!definition.binary?.includes(name)) return items.map((one) => createValuePart(name, one, concrete));
    return items.map((one) => createFilePart(name, one, { declared, pointer: `/${definition.property}/${name}` }));
  });
}

/** An encoding may list several types. */
const listTypes = (types: string | undefined): string[] =>
  (types ?? "").split(",").flatMap((type) => (type.trim() === "" ? [] : [type.trim()]));

function createValuePart(name: string, value: unknown, declared: string | undefined): MultipartPart {
  if (declared === undefined)
    return { name, content: encodeScalar(value), ...(isComposite(value) ? { contentType: "application/json" } : {}) };
  return {
    name,
    content: isJsonMediaType(declared) ? JSON.stringify(value) : encodeScalar(value),
    contentType: declared,
  };
}

interface FileOptions {
  readonly declared: readonly string[];
  /** The input's JSON pointer of the file. */
  readonly pointer: string;
}

/** The input holds a file as `{ data, filename, mediaType }`. */
function createFilePart(name: string, value: unknown, { declared, pointer }: FileOptions): MultipartPart {
  const { data, filename, mediaType } = isRecord(value) ? value : {};
  if (typeof data !== "string") throw new ToolError(`${pointer}/data must hold the bytes of a file as base64 text.`);
  const content = decodeBase64(data, `${pointer}/data`);
  const concrete = declared.find((type) => !type.includes("*"));
  const detected = detectMediaType(content, declared) ?? concrete ?? "application/octet-stream";
  return {
    name,
    content,
    contentType: typeof mediaType === "string" ? mediaType : detected,
    filename: typeof filename === "string" ? filename : name,
  };
}

/** `pointer` names the value in the error message. */
export function decodeBase64(text: string, pointer: string): Uint8Array {
  const compact = text.replaceAll(/\s/g, "").replace(/^data:[^,]*;base64,/, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact) || compact.replace(/=+$/, "").length % 4 === 1)
    throw new ToolError(`${pointer} must be base64 text: it holds the bytes of a file.`);
  return Buffer.from(compact, "base64");
}

/** What files of a type begin with, in hexadecimal digits. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^89504e470d0a/, "image/png"],
  [/^ffd8ff/, "image/jpeg"],
  [/^47494638/, "image/gif"],
  [/^52494646.{8}57454250/, "image/webp"],
  [/^.{8}6674797061766966/, "image/avif"],
  [/^(49492a00|4d4d002a)/, "image/tiff"],
  [/^424d.{8}00000000/, "image/bmp"],
  [/^255044462d/, "application/pdf"],
  [/^504b0304/, "application/zip"],
  [/^1f8b/, "application/gzip"],
  [/^(494433|fff[b3a])/, "audio/mpeg"],
  [/^52494646.{8}57415645/, "audio/wav"],
  [/^4f676753/, "audio/ogg"],
  [/^664c6143/, "audio/flac"],
  [/^.{8}66747970/, "video/mp4"],
  [/^1a45dfa3/, "video/webm"],
];

/** The type that the first bytes of a file show, if it is one of the declared types and ranges such as `image/*`. None allows any. */
function detectMediaType(bytes: Uint8Array, declared: readonly string[]): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  const type = signatures.find(([signature]) => signature.test(start))?.[1];
  const allows = (range: string) => range === "*/*" || range === type || range === type?.replace(/\/.*/, "/*");
  return declared.length === 0 || declared.some(allows) ? type : undefined;
}
