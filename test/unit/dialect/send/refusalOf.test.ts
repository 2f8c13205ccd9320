import { expect, test } from "vitest";
import { refusalOf } from "../../../../src/dialect/send/dialectError.ts";

function statusOf(json: unknown, status = 200) {
  const answer = { status, headers: {}, json, text: JSON.stringify(json) };
  return refusalOf({ operation: "projects.list", host: "127.0.0.1" }, answer, { errors: undefined, now: 0 }).status;
}

test.each([
  ["the status in the body", { error: { message: "Gone." }, status: 410 }, 410],
  ["the status as a text", { error: { message: "Gone." }, statusCode: "410" }, 410],
  ["no status of a success", { error: { message: "Something." }, status: 200 }, 400],
  ["no number that is none of HTTP", { error: { message: "Something." }, code: 600 }, 400],
  ["no fraction", { error: { message: "Something." }, code: 404.5 }, 400],
  ["the words of the message", { error: { message: "No such project." } }, 404],
  ["the words of the code", { error: { code: "already_exists", message: "Choose another name." } }, 409],
])("a refusal with status 200 has %s", (_name, json, expected) => {
  expect(statusOf(json)).toBe(expected);
});

test("a refusal with a status of its own has that one", () => {
  expect(statusOf({ error: { message: "Not found." }, status: 404 }, 403)).toBe(403);
});
