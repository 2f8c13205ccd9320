import { afterAll, expect, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { ToolCallCounter } from "../../../../src/service/usage/toolCallCounter.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway, callTool } from "../../../support/service/gatewayCall.ts";

const fixture = await closeAtEnd(startThreadFixture());
const client = createServiceClient({ baseUrl: fixture.context.baseUrl(), key: async () => fixture.key });
afterAll(() => client.close());

const call = (serverId: string, name: string, given: object = {}, init: RequestInit = {}) =>
  callGateway(fixture, serverId, "tools/call", { name, arguments: given }, init);

test("calls are counted by tool or operation, by server and for the live deployment, with no name where the body is too long", async () => {
  const { serverId } = await fixture.run("healthy");
  expect(await client.readToolCalls(serverId)).toEqual({ tools: [], unnamed: 0, live: 0 });
  await callTool(fixture, serverId, "echo");
  await callTool(fixture, serverId, "echo");
  await callGateway(fixture, serverId, "tools/list", {});
  await fetch(`${fixture.context.baseUrl()}/mcp/${serverId}`, { method: "POST", body: "{}" });
  expect(await client.readToolCalls(serverId)).toEqual({ tools: [{ name: "echo", calls: 2 }], unnamed: 0, live: 2 });
  const next = fixture.deploy(serverId, "1.0.0");
  await fixture.waitForStatus(next.id, "running");
  await callTool(fixture, serverId, "echo");
  expect(await client.readToolCalls(serverId)).toEqual({ tools: [{ name: "echo", calls: 3 }], unnamed: 0, live: 1 });
  // A call in search mode counts for its operation, in headers as in bodies.
  await call(serverId, "call_operation", { name: "listPets", arguments: {} });
  const headers = { "mcp-method": "tools/call", "mcp-name": "call_operation" };
  await call(serverId, "call_operation", { name: "listPets" }, { headers });
  await call(serverId, "other", {}, { headers: { ...headers, "mcp-name": "named" } });
  await call(serverId, "echo", { text: "x".repeat(400_000) });
  await call(serverId, "x".repeat(300));
  expect(await client.readToolCalls(serverId)).toEqual({
    tools: [
      { name: "call_operation listPets", calls: 2 },
      { name: "echo", calls: 3 },
      { name: "named", calls: 1 },
    ],
    unnamed: 2,
    live: 6,
  });
  const { items } = await client.call("servers.list", {});
  const server = items.find(({ id }) => id === serverId);
  expect(server?.toolCallsSince).toBe(server?.createdAt);
});

test("names that callers invent are counted up to a limit, and the count of a removed server is dropped", async () => {
  const serverId = fixture.makeServer("called");
  const counter = new ToolCallCounter(fixture.context);
  const deploymentId = "dep_gone";
  for (let number = 0; number < 5010; number += 1)
    counter.countTools({ serverId, deploymentId, tool: `tool${number}`, calls: 1 });
  counter.countTools({ serverId: "srv_gone", deploymentId, tool: "echo", calls: 1 });
  counter.flush();
  counter.countTools({ serverId, deploymentId, tool: "tool1", calls: 1 });
  counter.close();
  const { tools, unnamed } = await client.readToolCalls(serverId);
  expect([tools.length, unnamed]).toEqual([5000, 10]);
  expect(tools).toContainEqual({ name: "tool1", calls: 2 });
});

test("only members of its organization read the calls of a server", async () => {
  await expect(client.readToolCalls("srv_other")).rejects.toThrow('There is no server "srv_other"');
});
