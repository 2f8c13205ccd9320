import { expect, test } from "vitest";
import {
  formatResponseText,
  isResponseTruncated,
} from "../../../../../src/extension/console/model/consoleDocuments.ts";

const answer = {
  request: "GET /api/v1/me",
  at: "Work (host)",
  response: { status: 200, requestId: "req_1", durationMs: 12.6, body: { name: "a" } },
  idempotencyKey: undefined,
  note: undefined,
};

test("a head precedes the unchanged body", () => {
  expect(JSON.parse(formatResponseText(answer, false))).toEqual({
    ...{ status: 200, durationMs: 13, requestId: "req_1", request: "GET /api/v1/me", at: "Work (host)" },
    body: { name: "a" },
  });
  expect(Object.keys(JSON.parse(formatResponseText(answer, false))).at(-1)).toBe("body");
});

test("a missing body is omitted, and a missing request id is null", () => {
  const response = { status: 204, requestId: undefined, durationMs: 1, body: undefined };
  const shown = JSON.parse(formatResponseText({ ...answer, response, idempotencyKey: "key", note: "Note." }, false));
  expect(shown).toMatchObject({ status: 204, requestId: null, idempotencyKey: "key", note: "Note." });
  expect(shown).not.toHaveProperty("body");
});

test("long texts are truncated with a note unless the full text is requested", () => {
  const content = "😀".repeat(1500);
  const long = { ...answer, response: { ...answer.response, body: { files: [{ content }, { content: "short" }] } } };
  expect(isResponseTruncated(long)).toBe(true);
  const shown = JSON.parse(formatResponseText(long, false));
  expect(shown.note).toBe("1 long text is cut: Show Answer, above, shows all.");
  expect(shown.body.files[0].content).toMatch(/^(😀){1000}\.\.\. \(3000 characters in all\)$/u);
  expect(shown.body.files[1].content).toBe("short");
  expect(JSON.parse(formatResponseText(long, true))).toMatchObject({
    body: { files: [{ content }, { content: "short" }] },
  });
});

test("a body of text is shown as text", () => {
  const response = { status: 502, requestId: undefined, durationMs: 1, body: "<h1>Bad gateway</h1>" };
  expect(JSON.parse(formatResponseText({ ...answer, response }, false)).body).toBe("<h1>Bad gateway</h1>");
});
