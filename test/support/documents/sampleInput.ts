import type { JsonObject } from "../../../src/runtime/definition.ts";
import { isRecord } from "../../../src/text/record.ts";
import { createSampleValue } from "../../../src/webview/tool/form/createSampleValue.ts";
import { isValidFor } from "../../../src/webview/tool/form/findArgumentProblems.ts";
import { readFormSchema } from "../../../src/webview/tool/form/formModel.ts";

/** Creates an input that a schema accepts, with the required properties only or with all. */
export function createSampleInput(schema: JsonObject, { optional }: { readonly optional: boolean }): JsonObject {
  const set = readFormSchema(schema);
  const fits = (part: typeof set.root, value: unknown) => isValidFor(set, part, value);
  const value = createSampleValue(set, set.root, { optional, fits });
  return isRecord(value) ? value : {};
}
