import { expect, test } from "vitest";
import * as z from "zod";
import { type RemovalContext, removeArchivedItem } from "../../../../src/service/archive/removeArchived.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway, getRuntimeToken } from "../../../support/service/gatewayCall.ts";
import { sendWithToken } from "../../../support/service/sendWithToken.ts";

const fixture = await closeAtEnd(startThreadFixture());

const request = async (method: string, path: string, body?: object) => {
  const response = await sendWithToken(`${fixture.context.baseUrl()}/api/v1/${path}`, fixture.key, { method, body });
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of the body.
  const answer: any = await response.json();
  return { status: response.status, body: answer };
};
const countRow = z.object({ count: z.number() });
const count = (table: string) => fixture.context.db.get(countRow, `SELECT count(*) AS count FROM ${table}`)?.count;

test("archiving a running server stops it with an event, and refuses calls with its token", async () => {
  const { serverId, deployment } = await fixture.run("healthy");
  const token = await getRuntimeToken(fixture, serverId);
  await request("PATCH", `server?id=${serverId}`, { archived: true });
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const called = await sendWithToken(`${fixture.context.baseUrl()}/mcp/${serverId}`, token, { body });
  expect([called.status, await called.json()]).toMatchObject([
    409,
    { detail: "This server is archived. Restore it and start it to call it." },
  ]);
  await fixture.waitForStatus(deployment.id, "stopped");
  expect(fixture.eventsOf(deployment.id).at(-1)).toMatchObject({
    kind: "state",
    message: "The server was archived.",
  });
  const all = await request("GET", "deployments");
  expect(all.body.items).toEqual([]);
  const own = await request("GET", `deployments?serverId=${serverId}`);
  expect(own.body.items).toMatchObject([{ id: deployment.id, status: "stopped" }]);

  await request("PATCH", `server?id=${serverId}`, { archived: false });
  expect(fixture.server(serverId)).toMatchObject({ desired_state: "stopped", live_deployment_id: deployment.id });
  await request("PATCH", `server?id=${serverId}`, { desiredState: "running" });
  const live = (await request("GET", `deployments?serverId=${serverId}`)).body.items[0];
  await fixture.waitForStatus(live.id, "running");
  expect((await callGateway(fixture, serverId, "tools/list", {})).status).toBe(200);
});

test("a project that is restored while its removal waits for a server keeps everything", async () => {
  const { serverId, deployment } = await fixture.run("healthy");
  const [server] = (await request("GET", `servers?id=${serverId}`)).body.items;
  await request("PATCH", `project?id=${server.projectId}`, { archived: true });
  const restored = Promise.withResolvers<void>();
  const { pruning } = fixture.supervisor;
  const slow: RemovalContext = {
    context: fixture.context,
    pruning: { removeAll: async (...removal) => restored.promise.then(() => pruning.removeAll(...removal)) },
    prepareRevocation: () => () => {},
  };
  const removal = removeArchivedItem(slow, server.projectId).catch((error: unknown) => error);
  await request("PATCH", `project?id=${server.projectId}`, { archived: false });
  restored.resolve();
  expect(await removal).toMatchObject({ code: "conflict" });
  expect(fixture.supervisor.store.get(deployment.id)).toBeDefined();
  expect(fixture.server(serverId)).toMatchObject({ live_deployment_id: deployment.id });
  await request("PATCH", `server?id=${serverId}`, { archived: true });
  await removeArchivedItem({ ...slow, pruning }, serverId);
});

test("archiving a project stops its servers, and removal waits for them and leaves no row", async () => {
  const { serverId, deployment } = await fixture.run("healthy");
  const [server] = (await request("GET", `servers?id=${serverId}`)).body.items;
  await request("PATCH", `project?id=${server.projectId}`, { archived: true });
  const parts = {
    context: fixture.context,
    pruning: fixture.supervisor.pruning,
    prepareRevocation: () => () => {},
  };
  await removeArchivedItem(parts, server.projectId);
  expect(fixture.supervisor.store.get(deployment.id)).toBeUndefined();
  for (const table of ["projects", "servers", "deployments", "events", "health_checks", "versions", "blobs"])
    expect([table, count(table)]).toEqual([table, 0]);
});
