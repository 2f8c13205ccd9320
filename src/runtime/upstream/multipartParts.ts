import type { BodyDefinition, JsonObject } from "../definition.ts";
import { isJsonMediaType } from "../http/mediaTypes.ts";
import { decodeBase64 } from "./decodeBase64.ts";
import type { MultipartPart } from "./encodeMultipart.ts";
import { encodeScalar } from "./parameterStyles.ts";

/** One part a property; an array is as many parts of one name. */
export function createMultipartParts(value: JsonObject, definition: BodyDefinition): MultipartPart[] {
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
