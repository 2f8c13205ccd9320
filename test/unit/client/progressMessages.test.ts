import { expect, test } from "vitest";
import type { RequestLogEntry } from "../../../src/client/client.ts";
import { projectResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

const callAndLog = async (answer: string) => {
  const entries: RequestLogEntry[] = [];
  await using fixture = await startScriptedClient((socket) => socket.write(answer), {
    log: (entry) => void entries.push(entry),
  });
  const error = await fixture.client.call("projects.list", {}).catch((failure: unknown) => failure);
  return { error, errors: entries.flatMap((entry) => (entry.error === undefined ? [] : [entry])) };
};

test.each([
  ["a web page", "<html><title>Sign in</title></html>"],
  ["an empty answer", ""],
  ["JSON of another shape", { hello: ["world"] }],
])("%s with status 200 is logged once as an error", async (_what, body) => {
  const { error, errors } = await callAndLog(formatHttpResponse(200, body, { "x-request-id": "req_1" }));
  expect(error).toMatchObject({ name: "UnexpectedAnswerError" });
  expect(errors).toMatchObject([
    { operation: "projects.list", method: "GET", path: "/api/v1/projects", status: 200, requestId: "req_1" },
  ]);
  expect(errors[0]?.error).toBe(error instanceof Error && error.message);
});

test("an error that its attempt logged is not logged again", async () => {
  for (const answer of [
    formatHttpResponse(404, { title: "No" }),
    formatHttpResponse(302, "", { location: "http://elsewhere.example" }),
  ])
    expect((await callAndLog(answer)).errors).toHaveLength(1);
});

test("a valid response logs no error", async () => {
  expect((await callAndLog(formatHttpResponse(200, { items: [projectResponse], nextCursor: null }))).errors).toEqual(
    [],
  );
});
