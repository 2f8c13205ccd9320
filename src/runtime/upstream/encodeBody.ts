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

/** `application/x-www-form-urlencoded`, each property as its encoding says. */
function encodeFormBody(value: JsonObject, definition: BodyDefinition): string {
  return Object.entries(value)
    .flatMap(([name, item]) => property(name, item, definition.encoding?.[name]))
    .map((pair) => pair.join("="))
    .join("&");
}

function property(
  name: string,
  value: unknown,
  encoding: NonNullable<BodyDefinition["encoding"]>[string] | undefined,
): EncodedPair[] {
  const style = styles[encoding?.style ?? ""] ?? "form";
  if (encoding?.style !== undefined || encoding?.explode !== undefined)
    return encodePairs(style, name, value, { explode: encoding.explode ?? style === "form", encode: percentEncode });
  // Without a style each value travels as its own media type: JSON for an object, text for the rest, an array as repetition.
  const list = Array.isArray(value) ? value : [value];
  return list
    .filter((item) => item !== null && item !== undefined)
    .map((item) => [percentEncode(name), percentEncode(encodeScalar(item))]);
}

export interface EncodedBody {
  readonly contentType: string;
  readonly bytes: string | Uint8Array;
}

/** The body of a request from the tool's input; undefined where the input has none. */
export function encodeBody(definition: BodyDefinition, input: JsonObject): EncodedBody | undefined {
  const value = getOwnProperty(input, definition.property);
  if (value === undefined) return undefined;
  const contentType = chosenType(definition, input, value);
  if (isJsonMediaType(contentType)) return { contentType, bytes: JSON.stringify(value) };
  if (isFormMediaType(contentType))
    return { contentType, bytes: encodeFormBody(asObject(value, definition, contentType), definition) };
  if (isMultipartMediaType(contentType))
    return encodeMultipart(
      createMultipartParts(asObject(value, definition, contentType), definition),
      getMediaTypeEssence(contentType),
    );
  return { contentType, bytes: plainBody(value, definition, contentType) };
}

/** The type the input asks for, else the best; a range such as `image/*` is narrowed to what the value is. */
function chosenType(definition: BodyDefinition, input: JsonObject, value: unknown): string {
  const { contentTypes, contentTypeProperty } = definition;
  const asked = contentTypeProperty === undefined ? undefined : getOwnProperty(input, contentTypeProperty);
  const type = typeof asked === "string" ? asked : (contentTypes[0] ?? "application/json");
  if (!type.includes("*")) return type;
  if (isBytes(definition)) return "application/octet-stream";
  if (type.startsWith("text/")) return "text/plain";
  return typeof value === "string" ? "text/plain" : "application/json";
}

const isBytes = (definition: BodyDefinition) => definition.binary?.includes("") ?? false;

function plainBody(value: unknown, definition: BodyDefinition, contentType: string): string | Uint8Array {
  if (typeof value === "string") return isBytes(definition) ? decodeBase64(value, `/${definition.property}`) : value;
  // Numbers and booleans are their own text; there is no saying how an object would look in XML or CSV.
  if (typeof value !== "object" || value === null) return String(value);
  if (getMediaTypeEssence(contentType) === "text/plain") return JSON.stringify(value);
  throw new ToolError(`/${definition.property} must be a string: the ${contentType} document itself.`);
}

function asObject(value: unknown, definition: BodyDefinition, contentType: string): JsonObject {
  if (isRecord(value)) return value;
  throw new ToolError(`/${definition.property} must be an object, because it is sent as ${contentType}.`);
}

/** One part a property; an array is as many parts of one name. */
function createMultipartParts(value: JsonObject, definition: BodyDefinition): MultipartPart[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const declared = concreteType(definition.encoding?.[name]?.contentType);
    const whole = !Array.isArray(item) || (declared !== undefined && isJsonMediaType(declared));
    const items = whole ? [item] : item;
    const binary = definition.binary?.includes(name) ?? false;
    return items
      .filter((one) => one !== null && one !== undefined)
      .map((one) => part(name, one, { declared, pointer: binary ? `/${definition.property}/${name}` : undefined }));
  });
}

interface PartOptions {
  readonly declared: string | undefined;
  /** Set for bytes: where in the input they are. */
  readonly pointer: string | undefined;
}

function part(name: string, value: unknown, { declared, pointer }: PartOptions): MultipartPart {
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

/** An encoding may list several types or a range: the first that is one type. */
function concreteType(declared: string | undefined): string | undefined {
  return declared
    ?.split(",")
    .map((type) => type.trim())
    .find((type) => type !== "" && !type.includes("*"));
}
