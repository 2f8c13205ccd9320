import { expect, test } from "vitest";
import { startScriptedClient } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

async function startRefusingService(status = 401) {
  const reports = { count: 0 };
  const onUnauthorized = () => {
    reports.count += 1;
  };
  const it = await startScriptedClient((socket) => socket.write(formatHttpResponse(status, { title: "No" })), {
    onUnauthorized,
  });
  return { ...it, reports, [Symbol.asyncDispose]: () => it[Symbol.asyncDispose]() };
}

test("a rejected key is reported once by each kind of call", async () => {
  await using it = await startRefusingService();
  await expect(it.client.call("me.get", {})).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(it.reports.count).toBe(1);
  await expect(it.client.fetchJson("me.get", {})).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(it.reports.count).toBe(2);
  expect(await it.client.fetchResponse("me.get", {})).toMatchObject({ status: 401 });
  expect(it.reports.count).toBe(3);
});

test("a rejected key is reported by a list and by events", async () => {
  await using it = await startRefusingService();
  await expect(it.client.list("projects.list", {}).next()).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(it.reports.count).toBe(1);
  const { signal } = new AbortController();
  await expect(it.client.events("dep_1", { signal }).next()).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(it.reports.count).toBe(2);
});

test("a 401 of an operation without a scope does not report the key", async () => {
  await using it = await startRefusingService();
  const input = { grant_type: "client_credentials", client_id: "key_1", client_secret: "wrong" } as const;
  await it.client.fetchResponse("runtime.oauthToken", input);
  await expect(it.client.call("runtime.oauthToken", input)).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(it.reports.count).toBe(0);
});

test("a 403 does not report the key", async () => {
  await using it = await startRefusingService(403);
  await expect(it.client.call("me.get", {})).rejects.toMatchObject({ name: "ForbiddenError" });
  expect(it.reports.count).toBe(0);
});
