import type { BodyDefinition, JsonObject } from "../definition.ts";
import { encode } from "../http/percentEncoding.ts";
import { type Pair, pairs, type Style, scalar } from "./parameterStyles.ts";

const styles: Readonly<Record<string, Style>> = {
  form: "form",
  spaceDelimited: "spaceDelimited",
  pipeDelimited: "pipeDelimited",
  deepObject: "deepObject",
};

/** `application/x-www-form-urlencoded`, each property as its encoding says. */
export function formBody(value: JsonObject, definition: BodyDefinition): string {
  return Object.entries(value)
    .flatMap(([name, item]) => property(name, item, definition.encoding?.[name]))
    .map((pair) => pair.join("="))
    .join("&");
}

function property(
  name: string,
  value: unknown,
  encoding: NonNullable<BodyDefinition["encoding"]>[string] | undefined,
): Pair[] {
  const style = styles[encoding?.style ?? ""] ?? "form";
  if (encoding?.style !== undefined || encoding?.explode !== undefined)
    return pairs(style, name, value, { explode: encoding.explode ?? style === "form", encode });
  // Without a style each value travels as its own media type: JSON for an object, text for the rest, an array as repetition.
  const list = Array.isArray(value) ? value : [value];
  return list.filter((item) => item !== null && item !== undefined).map((item) => [encode(name), encode(scalar(item))]);
}
