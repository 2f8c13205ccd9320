import { isRecord } from "../../text/record.ts";
import { asObject, type JsonObject } from "../document/jsonValues.ts";
import { followReference, isMissingNode } from "../document/references.ts";

/** The values of `example` and `examples` of a parameter or media type. */
export function readExamples(root: JsonObject, holder: JsonObject): unknown[] {
  const named = Object.values(asObject(holder.examples)).flatMap((example) => {
    const found = followReference(root, { value: example, pointer: "" });
    return !isMissingNode(found) && isRecord(found.value) && Object.hasOwn(found.value, "value")
      ? [found.value.value]
      : [];
  });
  return holder.example === undefined ? named : [holder.example, ...named];
}
