import { expect, test } from "vitest";
import { toToolResult } from "../../../../src/runtime/mcp/toolResult.ts";

const text = (value: string) => ({ content: [{ type: "text", text: value }] });
const object = { a: 1 };
const objectText = text('{\n  "a": 1\n}');

test.each([
  ["a text", "ready", true, text("ready")],
  ["an object", object, true, { ...objectText, structuredContent: object }],
  ["an object of a tool without an output schema", object, false, objectText],
  ["a list", [1], true, text("[\n  1\n]")],
  ["a result of MCP", { ...text("done"), isError: true }, true, { ...text("done"), isError: true }],
  ["an object that only looks like a result", { content: [1] }, false, text('{\n  "content": [\n    1\n  ]\n}')],
])("%s becomes a result", (_name, answer, isStructured, expected) => {
  expect(toToolResult(answer, isStructured)).toEqual(expected);
});
