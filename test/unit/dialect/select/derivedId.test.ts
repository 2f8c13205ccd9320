import { expect, test } from "vitest";
import { readServiceId } from "../../../../src/contract/received.ts";
import { notFoundResponse, startDialectService } from "../../../support/dialect/dialectService.ts";

test("an id that the editor derived is never sent to the service", async () => {
  const deployments = [
    { state: "running", message: "first", started_at: "2026-01-01T00:00:00Z" },
    { state: "failed", message: "second", started_at: "2026-01-02T00:00:00Z" },
  ];
  const { client, asked } = await startDialectService(({ path }) =>
    path === "deployments" ? { body: { deployments } } : path === "servers" ? { body: [] } : notFoundResponse,
  );
  const [deployment] = (await client.call("deployments.list", {})).items;
  const id = deployment?.id ?? "";
  expect([id === "", readServiceId(id)]).toEqual([false, undefined]);
  expect(await client.call("deployment.get", { id })).toMatchObject({ id, status: "running" });
  await expect(client.call("deployment.health", { id })).rejects.toThrow(/the service gives this deployment no id/);
  await expect(client.call("server.update", { id, name: "New" })).rejects.toThrow(/no id, so it cannot be selected/);
  await client.call("servers.list", { projectId: id });
  expect(asked.filter(({ path, query, body }) => JSON.stringify([path, query, body]).includes(id))).toEqual([]);
  expect(asked.every(({ method }) => method === "GET")).toBe(true);
});
