import { getOwnProperty } from "../../text/getOwnProperty.ts";
import type { BodyDefinition, JsonObject } from "../definition.ts";
import { getMediaTypeEssence, isFormMediaType, isJsonMediaType, isMultipartMediaType } from "../http/mediaTypes.ts";
import { isObject } from "../schema/checkableSchema.ts";
import { ToolError } from "../tools/codeTool.ts";
import { decodeBase64 } from "./decodeBase64.ts";
import { encodeFormBody } from "./encodeFormBody.ts";
import { encodeMultipart } from "./encodeMultipart.ts";
import { createMultipartParts } from "./multipartParts.ts";

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
  if (isObject(value)) return value;
  throw new ToolError(`/${definition.property} must be an object, because it is sent as ${contentType}.`);
}
