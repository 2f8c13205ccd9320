import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { createDeploymentsSource } from "../../../../../src/extension/workbench/tree/createDeploymentsSource.ts";
import { createPageRequest } from "../../../../support/editor/testTree.ts";

test.each([
  ["idle", ["dep_idle"]],
  ["running", ["dep_running"]],
  ["1.2.0", ["dep_running", "dep_idle"]],
])("the filter %s finds deployments by the state that their rows show", async (filter, expected) => {
  const deployments = [
    { id: "dep_running", serverId: "srv_1", version: "1.2.0", status: "running", idleSince: null },
    { id: "dep_idle", serverId: "srv_1", version: "1.2.0", status: "running", idleSince: "2026-01-01T00:00:00.000Z" },
  ];
  const items = { "deployments.list": deployments, "servers.list": [{ id: "srv_1", name: "Pets" }] };
  const call = async (name: keyof typeof items) => ({ items: items[name], nextCursor: null });
  // The source only lists, and reads these fields.
  const client = { call } as unknown as ServiceClient;
  const { nodes } = await createDeploymentsSource().roots({ ...createPageRequest(client), filter });
  expect(nodes.map((node) => node.kind === "deployment" && node.deployment.id)).toEqual(expected);
});
