import { getOwnProperty, isRecord } from "../../text/record.ts";
import type { BodyDefinition, JsonObject } from "../definition.ts";
import { getMediaTypeEssence, isFormMediaType, isJsonMediaType, isMultipartMediaType } from "../http/mediaTypes.ts";
import { percentEncode } from "../http/percentEncoding.ts";
import { ToolError } from "../tools/codeTool.ts";
import { decodeBase64 } from "./decodeBase64.ts";
import { encodeMultipart, type MultipartPart } from "./encodeMultipart.ts";
import { type EncodedPair, encodePairs, encodeScalar, type ParameterStyle } from "./parameterStyles.ts";

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
  const value = getOwnProperty(input, definition.property);
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

/** Chooses the type that the input requests, else the preferred one. Narrows a range such as `image/*` by the value. */
function chooseContentType(definition: BodyDefinition, input: JsonObject, value: unknown): string {
  const { contentTypes, contentTypeProperty } = definition;
  const requestedType = contentTypeProperty === undefined ? undefined : getOwnProperty(input, contentTypeProperty);
  const type = typeof requestedType === "string" ? requestedType : (contentTypes[0] ?? "application/json");
  if (!type.includes("*")) return type;
  if (isBinaryBody(definition)) return "application/octet-stream";
  if (type.startsWith("text/")) return "text/plain";
  return typeof value === "string" ? "text/plain" : "application/json";
}

const isBinaryBody = (definition: BodyDefinition) => definition.binary?.includes("") ?? false;

function encodePlainBody(value: unknown, definition: BodyDefinition, contentType: string): string | Uint8Array {
  if (typeof value === "string")
    return isBinaryBody(definition) ? decodeBase64(value, `/${definition.property}`) : value;
  // Numbers and booleans have a text form; an object has no defined form in XML or CSV.
  if (typeof value !== "object" || value === null) return String(value);
  if (getMediaTypeEssence(contentType) === "text/plain") return JSON.stringify(value);
  throw new ToolError(`/${definition.property} must be a string: the ${contentType} document itself.`);
}

function requireObject(value: unknown, definition: BodyDefinition, contentType: string): JsonObject {
  if (isRecord(value)) return value;
  throw new ToolError(`/${definition.property} must be an object, because it is sent as ${contentType}.`);
}

/** Creates one part per property, and one per item for an array. */
function createMultipartParts(value: JsonObject, definition: BodyDefinition): MultipartPart[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const declared = findConcreteType(definition.encoding?.[name]?.contentType);
    const whole = !Array.isArray(item) || (declared !== undefined && isJsonMediaType(declared));
    const items = whole ? [item] : item;
    const binary = definition.binary?.includes(name) ?? false;
    return items
      .filter((one) => one !== null && one !== undefined)
      .map((one) =>
        createMultipartPart(name, one, { declared, pointer: binary ? `/${definition.property}/${name}` : undefined }),
      );
  });
}

interface PartOptions {
  readonly declared: string | undefined;
  /** The input's JSON pointer of a value that holds bytes. */
  readonly pointer: string | undefined;
}

function createMultipartPart(name: string, value: unknown, { declared, pointer }: PartOptions): MultipartPart {
  if (pointer !== undefined && typeof value === "string") {
    const contentType = declared ?? "application/octet-stream";
    return { name, content: decodeBase64(value, pointer), contentType, filename: name };
  }
  if (declared !== undefined)
    return {
      name,
      content: isJsonMediaType(declared) ? JSON.stringify(value) : encodeScalar(value),
      contentType: declared,
    };
  const structured = typeof value === "object";
  return { name, content: encodeScalar(value), ...(structured ? { contentType: "application/json" } : {}) };
}

/** An encoding may list several types or a range; this returns the first concrete type. */
function findConcreteType(declared: string | undefined): string | undefined {
  return declared
    ?.split(",")
    .map((type) => type.trim())
    .find((type) => type !== "" && !type.includes("*"));
}
