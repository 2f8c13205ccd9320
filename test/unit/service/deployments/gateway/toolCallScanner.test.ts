import { expect, test } from "vitest";
import { ToolCallScanner } from "../../../../../src/service/deployments/gateway/toolCallScanner.ts";

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "a" } };
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const text = (...parts: unknown[]) => parts.map((part) => JSON.stringify(part)).join("");

const bodies: [string, string, number][] = [
  ["a call", text(call), 1],
  ["another request", text(list), 0],
  ["a batch", text([call, list, call]), 2],
  ["the method after its parameters", text({ params: { method: "x" }, method: "tools/call" }), 1],
  ["a method in the parameters", text({ method: "x", params: { method: "tools/call", deep: [call] } }), 0],
  ["a call in a list in a batch", text([[call]]), 0],
  ["a call as a text", text({ method: "x", note: text(call) }), 0],
  ["escapes in the name", '{"m\\u0065thod":"tools/call"}', 1],
  ["escapes in the value", '{"method":"\\u0074ools\\/c\\u0061ll"}', 1],
  ["an escaped quotation mark before the name", '{"a\\\\":"\\"","method":"tools/call"}', 1],
  ["a repeated field, the last one a call", '{"method":"x","method":"tools/call"}', 1],
  ["a repeated field, the first one a call", '{"method":"tools/call","method":5}', 0],
  ["spaces and a byte order mark", `\uFEFF\n [ { "method" :\t"tools/call" } ]`, 1],
  ["a method that only begins so", '{"method":"tools/call/all"}', 0],
  ["lines of JSON", `${text(call)}\n${text(call)}`, 2],
  ["a list that is nested too deeply to parse", text(call).replace('"a"', `${"[".repeat(1200)}${"]".repeat(1200)}`), 1],
  ["no JSON", "}}]] {method: tools/call", 0],
  ["nothing", "", 0],
];

test.each(bodies)("counts %s, in one piece and byte by byte", (_, body, calls) => {
  const bytes = Buffer.from(body);
  expect(new ToolCallScanner().scan(bytes)).toBe(calls);
  const scanner = new ToolCallScanner();
  let found = 0;
  for (let at = 0; at < bytes.length; at += 1) found += scanner.scan(bytes.subarray(at, at + 1));
  expect(found).toBe(calls);
});
