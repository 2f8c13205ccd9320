import { expect, test } from "vitest";
import type { OperationName } from "../../../../../src/contract/operations.ts";
import { checkOperationInput } from "../../../../../src/extension/console/commands/sendOperation.ts";

/** `line:column message`, zero-based. */
function problems(name: OperationName, text: string): string[] {
  const checked = checkOperationInput(name, text);
  if (checked.kind === "input") return [];
  return checked.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test("a valid input is returned as written, without defaults", () => {
  expect(checkOperationInput("projects.create", '{ "name": " a " }')).toEqual({
    kind: "input",
    input: { name: " a " },
  });
});

test("invalid JSON is reported at its position", () => {
  expect(problems("me.get", "{\n  nothing\n}")).toEqual([expect.stringMatching(/^1:2 This is not JSON: /)]);
  expect(problems("me.get", '{\n  "a": 1')).toEqual([expect.stringMatching(/^1:8 This is not JSON: /)]);
  expect(problems("me.get", "")).toEqual([expect.stringMatching(/^0:0 This is not JSON: /)]);
});

test("a position inside a list is found", () => {
  const text =
    '{\n  "projectId": "a",\n  "files": [\n    { "path": "a", "content": "" },\n    { "path": 7, "content": "" }\n  ]\n}';
  expect(problems("skills.create", text)).toEqual([expect.stringMatching(/^4:14 /)]);
});

test("a long list of problems is truncated", () => {
  const cases = Array.from({ length: 300 }, () => 1);
  expect(problems("serverTestRuns.start", JSON.stringify({ id: "a", cases }))).toHaveLength(50);
});
