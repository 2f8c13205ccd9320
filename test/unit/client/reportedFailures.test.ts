import { expect, test } from "vitest";
import { startScriptedClient } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

async function startRefusingService(status = 401) {
  const reports = { count: 0 };
  const onUnauthorized = () => {
    reports.count += 1;
  };
  const fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(status, { title: "No" })), {
    onUnauthorized,
  });
  return { ...fixture, reports, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
}

test("a rejected key is reported once by each kind of call", async () => {
  await using fixture = await startRefusingService();
  await expect(fixture.client.call("me.get", {})).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(fixture.reports.count).toBe(1);
  await expect(fixture.client.fetchJson("me.get", {})).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(fixture.reports.count).toBe(2);
  expect(await fixture.client.fetchResponse("me.get", {})).toMatchObject({ status: 401 });
  expect(fixture.reports.count).toBe(3);
});

test("a rejected key is reported by a list and by events", async () => {
  await using fixture = await startRefusingService();
  await expect(fixture.client.list("projects.list", {}).next()).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(fixture.reports.count).toBe(1);
  const { signal } = new AbortController();
  await expect(fixture.client.events("dep_1", { signal }).next()).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(fixture.reports.count).toBe(2);
});

test("a 401 of an operation without a scope does not report the key", async () => {
  await using fixture = await startRefusingService();
  const input = { grant_type: "client_credentials", client_id: "key_1", client_secret: "wrong" } as const;
  await fixture.client.fetchResponse("runtime.oauthToken", input);
  await expect(fixture.client.call("runtime.oauthToken", input)).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(fixture.reports.count).toBe(0);
});

test("a 403 does not report the key", async () => {
  await using fixture = await startRefusingService(403);
  await expect(fixture.client.call("me.get", {})).rejects.toMatchObject({ name: "ForbiddenError" });
  expect(fixture.reports.count).toBe(0);
});
