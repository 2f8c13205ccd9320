import { integerTextPattern, longIntegerFormats } from "../../text/number/integerText.ts";
import type { JsonObject } from "../document/jsonValues.ts";
import { toSchemaNumber } from "./keywords.ts";

/** Lets an integer that may be beyond 2^53 be text too, because the numbers of most clients end there. */
export function allowIntegerText(source: JsonObject, translated: JsonObject): JsonObject {
  const types = [translated.type].flat();
  const hasOtherForm = types.includes("string") || ["enum", "const", "pattern"].some((key) => key in translated);
  if (!types.includes("integer") || hasOtherForm || !isLongInteger(source)) return translated;
  return { ...translated, type: [...types, "string"], pattern: integerTextPattern };
}

function isLongInteger({ type, format, ...bounds }: JsonObject): boolean {
  const limits = [bounds.maximum, bounds.exclusiveMaximum].flatMap((bound) => toSchemaNumber(bound) ?? []);
  if (limits.length > 0) return limits.every((limit) => limit > Number.MAX_SAFE_INTEGER);
  return longIntegerFormats.has(String(format)) || type === "long";
}

/** Adds to a parameter's description that its integer may be text. */
export function describeIntegerText({ pattern }: JsonObject, description: string): string {
  const note = pattern === integerTextPattern ? "Beyond 2^53, write it as text." : "";
  return [description, note].filter((text) => text !== "").join("\n");
}
