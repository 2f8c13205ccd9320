import { expect, test } from "vitest";
import { projectResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

test("a POST without a response is repeated with the same idempotency key", async () => {
  await using fixture = await startScriptedClient((socket, _request, count) => {
    if (count < 3) socket.resetAndDestroy();
    else socket.write(formatHttpResponse(201, projectResponse));
  });
  await expect(fixture.client.call("projects.create", { name: "A project" })).resolves.toMatchObject({ id: "prj_1" });
  const keys = fixture.server.requests.map((request) => request.headers.get("idempotency-key"));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("each POST has its own idempotency key unless one is given", async () => {
  await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(201, projectResponse)));
  await fixture.client.call("projects.create", { name: "a" });
  await fixture.client.call("projects.create", { name: "a" });
  await fixture.client.call("projects.create", { name: "a" }, { idempotencyKey: "mine" });
  const [first, second, third] = fixture.server.requests.map((request) => request.headers.get("idempotency-key"));
  expect(first).not.toBe(second);
  expect(third).toBe("mine");
});

test("a PATCH without a response is repeated only with an etag", async () => {
  await using fixture = await startScriptedClient((socket) => socket.resetAndDestroy());
  await expect(fixture.client.call("project.update", { id: "prj_1", name: "b" })).rejects.toThrow(/closed before/);
  expect(fixture.server.requests).toHaveLength(1);
  await expect(fixture.client.call("project.update", { id: "prj_1", name: "b" }, { ifMatch: "1" })).rejects.toThrow();
  expect(fixture.server.requests).toHaveLength(5);
  expect(fixture.server.requests.at(-1)?.headers.get("if-match")).toBe('"1"');
});

test("a DELETE without a response is not repeated, and its error states that it may have happened", async () => {
  await using fixture = await startScriptedClient((socket) => socket.resetAndDestroy());
  const advice = "Try again. It may have been done all the same: refresh first.";
  await expect(fixture.client.call("apiKeys.delete", { id: "key_1" })).rejects.toThrow(advice);
  expect(fixture.server.requests).toHaveLength(1);
  await expect(fixture.client.call("me.get", {})).rejects.toThrow(/Try again\.$/);
});

test("a Retry-After above the limit fails at once, and the message has the wait", async () => {
  await using fixture = await startScriptedClient((socket) =>
    socket.write(formatHttpResponse(429, {}, { "retry-after": "3600" })),
  );
  const error = await fixture.client.call("me.get", {}).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: "RateLimitedError", retryAfterMs: 3_600_000, status: 429 });
  expect(String(error)).toContain("Try again in 60 min.");
  expect(fixture.waits).toHaveLength(0);
  expect(fixture.server.requests).toHaveLength(1);
});

test("each attempt is logged without query and key", async () => {
  const entries: object[] = [];
  await using fixture = await startScriptedClient(
    (socket, _request, count) => {
      const answer =
        count === 1
          ? formatHttpResponse(503, {})
          : formatHttpResponse(200, projectResponse, { "x-request-id": "req_2" });
      socket.write(answer);
    },
    { log: (entry) => entries.push(entry) },
  );
  await fixture.client.call("project.get", { id: "prj_1" });
  expect(entries).toMatchObject([
    { operation: "project.get", method: "GET", path: "/api/v1/project", attempt: 1, status: 503 },
    { operation: "project.get", method: "GET", path: "/api/v1/project", attempt: 2, status: 200, requestId: "req_2" },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/flk_|prj_1/);
});

test("an aborted call ends while it waits for the response", async () => {
  await using fixture = await startScriptedClient(() => {});
  const cancel = new AbortController();
  const call = fixture.client.call("me.get", {}, { signal: cancel.signal }).catch((failure: unknown) => failure);
  await expect.poll(() => fixture.server.requests.length).toBe(1);
  cancel.abort();
  expect(await call).toMatchObject({ name: "AbortedError" });
});

test("a call that is aborted before its start sends nothing", async () => {
  await using fixture = await startScriptedClient(() => {});
  const call = fixture.client.call("me.get", {}, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ name: "AbortedError" });
  expect(fixture.server.requests).toHaveLength(0);
});

test("closing the client aborts current and later calls", async () => {
  await using fixture = await startScriptedClient(() => {});
  const call = fixture.client.call("me.get", {}).catch((failure: unknown) => failure);
  await expect.poll(() => fixture.server.requests.length).toBe(1);
  await fixture.client.close();
  expect(await call).toMatchObject({ name: "AbortedError" });
  await expect(fixture.client.call("me.get", {})).rejects.toMatchObject({ name: "AbortedError" });
});
