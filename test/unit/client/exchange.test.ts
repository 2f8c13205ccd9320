import { expect, test } from "vitest";
import { meResponse, projectResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

test("a success is returned with status, request id and body", async () => {
  await using fixture = await startScriptedClient((socket) =>
    socket.write(formatHttpResponse(201, projectResponse, { "x-request-id": "req_1" })),
  );
  expect(await fixture.client.fetchResponse("projects.create", { name: "a" })).toEqual({
    ...{ status: 201, requestId: "req_1", durationMs: 0, body: projectResponse },
  });
});

test("an error response is returned like a success", async () => {
  const problem = { title: "Not found", status: 404, code: "not_found", requestId: "req_2" };
  await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(404, problem)));
  const answer = await fixture.client.fetchResponse("project.get", { id: "prj_none" });
  expect(answer).toMatchObject({ status: 404, requestId: "req_2", body: problem });
});

test("an empty body is undefined, and a body that is not JSON is text", async () => {
  await using fixture = await startScriptedClient((socket, _request, count) =>
    socket.write(count === 1 ? formatHttpResponse(204, "") : formatHttpResponse(200, "<h1>Hello</h1>")),
  );
  expect((await fixture.client.fetchResponse("apiKeys.delete", { id: "key_1" })).body).toBeUndefined();
  expect((await fixture.client.fetchResponse("me.get", {})).body).toBe("<h1>Hello</h1>");
});

test("a temporary error is retried, and the duration includes the wait", async () => {
  await using fixture = await startScriptedClient((socket, _request, count) =>
    socket.write(
      count === 1 ? formatHttpResponse(503, "", { "retry-after": "2" }) : formatHttpResponse(200, meResponse),
    ),
  );
  const { status, durationMs } = await fixture.client.fetchResponse("me.get", {});
  expect(status).toBe(200);
  expect(durationMs).toBeGreaterThanOrEqual(2000);
});

test("an error that persists is returned after the last attempt", async () => {
  await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(503, { title: "Down" })));
  expect(await fixture.client.fetchResponse("me.get", {})).toMatchObject({ status: 503, body: { title: "Down" } });
  expect(fixture.server.requests.length).toBeGreaterThan(1);
});
