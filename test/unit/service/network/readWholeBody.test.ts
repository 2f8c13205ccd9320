import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { readWholeBody } from "../../../../src/service/network/readWholeBody.ts";

function read(bytes: number, signal = new AbortController().signal) {
  const response = new IncomingMessage(new Socket());
  response.push(Buffer.alloc(bytes));
  response.push(null);
  return readWholeBody(response, { limit: 10, tooLarge: () => new Error("too large"), signal });
}

test("a body may be as large as its limit, and no larger", async () => {
  expect(await read(10)).toHaveLength(10);
  await expect(read(11)).rejects.toThrow("too large");
});

test("the body of an aborted request is not taken for a whole one", async () => {
  await expect(read(5, AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
});
