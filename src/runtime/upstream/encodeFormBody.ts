import type { BodyDefinition, JsonObject } from "../definition.ts";
import { percentEncode } from "../http/percentEncoding.ts";
import { type EncodedPair, encodePairs, encodeScalar, type ParameterStyle } from "./parameterStyles.ts";

const styles: Readonly<Record<string, ParameterStyle>> = {
  form: "form",
  spaceDelimited: "spaceDelimited",
  pipeDelimited: "pipeDelimited",
  deepObject: "deepObject",
};

/** `application/x-www-form-urlencoded`, each property as its encoding says. */
export function encodeFormBody(value: JsonObject, definition: BodyDefinition): string {
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
