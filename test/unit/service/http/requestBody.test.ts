import { expect, test } from "vitest";
import { holdBody, readRequestBody, requestBodyLimit } from "../../../../src/service/http/requestBody.ts";

const megabyte = 2 ** 20;

test("a key sends at most 128 MB of bodies at the same time, and others are not concerned", () => {
  const [first, second, other] = [holdBody("key"), holdBody("key"), holdBody("other")];
  first.add(100 * megabyte);
  second.add(28 * megabyte);
  expect(() => second.add(1)).toThrow("This key sends too many large bodies at the same time.");
  other.add(128 * megabyte);
  second.release();
  first.add(28 * megabyte);
  first.release();
  holdBody("key").add(128 * megabyte);
});

test.each([true, false])(
  "the bytes of a body are counted before they are held, also without its length: %s",
  async (isSized) => {
    const headers = { "Content-Type": "application/json", ...(isSized && { "Content-Length": "6" }) };
    const request = new Request("http://localhost", { method: "POST", body: '"text"', headers });
    const counted: number[] = [];
    const text = await readRequestBody(request, "json", requestBodyLimit, (bytes) => counted.push(bytes));
    expect([text, counted]).toEqual(['"text"', [6]]);
  },
);
