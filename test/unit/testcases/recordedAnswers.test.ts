import { expect, test } from "vitest";
import type { UpstreamExchange } from "../../../src/contract/mcp/upstreamExchange.ts";
import { readServerCases } from "../../../src/testcases/readServerCases.ts";
import { createRecordedEntries } from "../../../src/testcases/recordedAnswers.ts";

const exchange: UpstreamExchange = {
  ...{ method: "GET", url: "https://api.example/v1/pets?limit=2", requestHeaders: {}, ms: 1 },
  ...{ status: 200, responseHeaders: { "content-type": "text/plain" }, responseBody: { text: "ok" } },
};

test("an exchange becomes the answer of a case", () => {
  expect(createRecordedEntries([exchange])).toEqual([
    {
      request: { method: "GET", path: "/v1/pets?limit=2" },
      response: { status: 200, contentType: "text/plain", body: "ok" },
    },
  ]);
});

test("the last of several answers to the same request counts", () => {
  const refused = { ...exchange, status: 401 };
  expect(createRecordedEntries([refused, exchange])?.map(({ response }) => response.status)).toEqual([200]);
});

test.each([
  ["there is none", []],
  ["one has no response", [{ ...exchange, status: undefined, error: "timeout" }]],
  ["the response was cut", [{ ...exchange, responseBody: { text: "o", cutFrom: 2 } }]],
  ["the request was cut", [{ ...exchange, requestBody: { text: "o", cutFrom: 2 } }]],
] as const)("exchanges cannot be replayed if %s", (_, exchanges) => {
  expect(createRecordedEntries(exchanges)).toBeUndefined();
});

test("a case file holds bodies as text or as JSON, with exact numbers", () => {
  const file = `
- name: reads
  tool: get
  upstream:
    - request: { method: POST, path: /pets, body: { a: 1 } }
      response: { status: 200, body: { id: 9007199254740993 } }
    - request: { method: GET, path: /icon }
      response: { status: 200, contentType: image/png, body: AAAA, base64: true }
`;
  expect(readServerCases(file).cases[0]?.upstream).toEqual([
    { method: "POST", path: "/pets", body: '{"a":1}', status: 200, responseBody: '{"id":9007199254740993}' },
    { method: "GET", path: "/icon", status: 200, contentType: "image/png", responseBody: "AAAA", isBase64: true },
  ]);
});

test("an answer without a status is a problem at its place", () => {
  const { problems } = readServerCases(
    "- name: a\n  tool: b\n  upstream:\n    - request: { method: GET, path: /a }\n      response: {}\n",
  );
  expect(problems).toHaveLength(1);
  expect(problems[0]?.line).toBe(5);
});
