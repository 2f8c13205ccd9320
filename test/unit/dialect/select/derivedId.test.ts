import { expect, test } from "vitest";
import { readServiceId } from "../../../../src/contract/received.ts";
import { notFoundResponse, startDialectService } from "../../../support/dialect/dialectService.ts";

test("an id that the editor derived is never sent to the service", async () => {
  const deployments = [
    { state: "running", message: "first", started_at: "2026-01-01T00:00:00Z" },
    { state: "failed", message: "second", started_at: "2026-01-02T00:00:00Z" },
  ];
  const { client, asked } = await startDialectService(({ path }) =>
    path === "deployments" ? { body: { deployments } } : notFoundResponse,
  );
  const [deployment] = (await client.call("deployments.list", {})).items;
  const id = deployment?.id ?? "";
  expect([id === "", readServiceId(id)]).toEqual([false, undefined]);
  await expect(client.call("deployment.get", { id })).rejects.toThrow();
  expect(asked.filter((request) => JSON.stringify(request).includes(id))).toEqual([]);
});
