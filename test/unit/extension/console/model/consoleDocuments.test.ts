import { expect, test } from "vitest";
import { formatResponseText } from "../../../../../src/extension/console/model/consoleDocuments.ts";

const answer = {
  request: "GET /api/v1/me",
  at: "Work (host)",
  response: { status: 200, requestId: "req_1", durationMs: 12.6, body: { name: "a" } },
  idempotencyKey: undefined,
  note: undefined,
};

test("a head precedes the unchanged body", () => {
  expect(JSON.parse(formatResponseText(answer))).toEqual({
    ...{ status: 200, durationMs: 13, requestId: "req_1", request: "GET /api/v1/me", at: "Work (host)" },
    body: { name: "a" },
  });
  expect(Object.keys(JSON.parse(formatResponseText(answer))).at(-1)).toBe("body");
});

test("a missing body is omitted, and a missing request id is null", () => {
  const response = { status: 204, requestId: undefined, durationMs: 1, body: undefined };
  const shown = JSON.parse(formatResponseText({ ...answer, response, idempotencyKey: "key", note: "Note." }));
  expect(shown).toMatchObject({ status: 204, requestId: null, idempotencyKey: "key", note: "Note." });
  expect(shown).not.toHaveProperty("body");
});

test("a body of text is shown as text", () => {
  const response = { status: 502, requestId: undefined, durationMs: 1, body: "<h1>Bad gateway</h1>" };
  expect(JSON.parse(formatResponseText({ ...answer, response })).body).toBe("<h1>Bad gateway</h1>");
});
