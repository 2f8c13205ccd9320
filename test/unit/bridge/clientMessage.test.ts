import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createRequestHeaders,
  isHarmless,
  parseClientMessage,
  readRawMember,
} from "../../../src/bridge/clientMessage.ts";
import { requireValue } from "../../support/service/requireValue.ts";

test.each([
  ['{"id":1}', "1"],
  ['{"id": "a\\"b" }', '"a\\"b"'],
  ['{"params":{"id":2},"id":123456789012345678901234567890}', "123456789012345678901234567890"],
  ['{"params":[{"id":2}]}', undefined],
  ['{"method":"id","x":"\\"id\\":3"}', undefined],
  ['{"x":["id",4],"y":[{"a":1},"id"]}', undefined],
  ['{"id":null}', "null"],
  ["[]", undefined],
])("the id of %s is %s", (text, id) => {
  expect(readRawMember(text, "id")).toBe(id);
});

test("the id of any message is found where JSON.parse finds it", () => {
  const id = fc.oneof(fc.string(), fc.integer());
  fc.assert(
    fc.property(id, fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (value, others, isLast) => {
      const { id: _, ...rest } = others;
      const text = JSON.stringify(isLast ? { ...rest, id: value } : { id: value, ...rest });
      expect(JSON.parse(readRawMember(text, "id") ?? "")).toEqual(value);
    }),
  );
});

const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';
const version = { "MCP-Protocol-Version": "2026-07-28" };
test.each([
  ["tools/list", `{${meta}}`, { ...version, "Mcp-Method": "tools/list" }],
  ["tools/call", `{"name":"add two",${meta}}`, { ...version, "Mcp-Method": "tools/call", "Mcp-Name": "add two" }],
  ["prompts/get", `{"name":"ä",${meta}}`, { ...version, "Mcp-Method": "prompts/get", "Mcp-Name": "=?base64?w6Q=?=" }],
  ["tools/call", `{"name":5,${meta}}`, { ...version, "Mcp-Method": "tools/call" }],
  ["tools/call", '{"name":"add"}', {}],
  ["tools/call", '{"_meta":{"io.modelcontextprotocol/protocolVersion":1}}', {}],
  ["tools/list", "[]", {}],
])("%s with %s has the headers %j", (method, params, headers) => {
  const message = requireValue(parseClientMessage(`{"id":1,"method":"${method}","params":${params}}`));
  expect(message).toMatchObject({ method, id: "1" });
  expect(createRequestHeaders(message)).toEqual(headers);
});

test("a response has no method, no id to answer and no headers", () => {
  const message = requireValue(parseClientMessage(`{"id":1,"result":{},"params":{${meta}}}`));
  expect(message).toMatchObject({ method: undefined, id: undefined });
  expect(createRequestHeaders(message)).toEqual({});
  expect(isHarmless(message)).toBe(false);
});
