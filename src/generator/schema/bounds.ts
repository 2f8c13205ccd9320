import type { JsonObject } from "../document/jsonValues.ts";
import { asNumber } from "./keywords.ts";

/** `minimum` and `maximum`; where the exclusive ones are booleans (up to 3.0) they turn the others into numbers of their own. */
export function boundKeywords(value: JsonObject): JsonObject {
  return { ...bound(value, "minimum", "exclusiveMinimum"), ...bound(value, "maximum", "exclusiveMaximum") };
}

function bound(value: JsonObject, inclusive: string, exclusive: string): JsonObject {
  const limit = asNumber(value[inclusive]);
  if (value[exclusive] === true) return limit === undefined ? {} : { [exclusive]: limit };
  const beyond = asNumber(value[exclusive]);
  return {
    ...(limit === undefined ? {} : { [inclusive]: limit }),
    ...(beyond === undefined ? {} : { [exclusive]: beyond }),
  };
}
