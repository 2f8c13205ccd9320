import { expect, test } from "vitest";
import { readErrorBody } from "../../../../src/dialect/refusal/readErrorBody.ts";

test.each<[string, unknown]>([
  ["a list of them", { errors: [{ field: "name", message: "Choose a name." }] }],
  ["a list of a field's own", { errors: { name: ["Choose a name."] } }],
  ["the error itself", { error: { param: "name", message: "Choose a name." } }],
  ["nothing but its fields", { name: ["Choose a name."] }],
])("an error names its field in %s", (_place, json) => {
  expect(readErrorBody(json)?.fields).toMatchObject([{ path: "name", message: "Choose a name." }]);
});
