import { afterAll, beforeAll, expect, test } from "vitest";
import type { Deployment } from "../../../../src/contract/deployments.ts";
import type { RehearsedCall } from "../../../../src/contract/routes/previewRoutes.ts";
import type { Server } from "../../../../src/contract/servers.ts";
import { waitForGeneration } from "../../../../src/extension/server/commands/runGeneration.ts";
import { generateServer } from "../../../support/servers/generateServer.ts";
import { connectMcpClient } from "../../../support/servers/mcpClient.ts";
import { sendJson, startUpstream, type Upstream } from "../../../support/servers/upstream.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { testDeadline } from "../../../support/testDeadline.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
let upstream: Upstream;
let count = 0;
beforeAll(async () => {
  served = await startServedService();
  // The second version reads other names of even ids, and cannot read 13. `at` differs in each answer.
  upstream = await startUpstream(({ method, target }, response) => {
    count += 1;
    const id = Number(/\d+$/.exec(target)?.[0] ?? 0);
    const isNew = target.startsWith("/v2/");
    if (isNew && id === 13) return sendJson(response, { error: "broken" }, 500);
    if (method === "POST") return sendJson(response, { id: count }, 201);
    sendJson(response, { id, at: count, tags: [{ name: isNew && id % 2 === 0 ? "new" : "old" }] });
  });
});
afterAll(() => upstream.close());

const createDocument = (prefix: string) => ({
  ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: upstream.origin }] },
  paths: {
    [`${prefix}/pets/{id}`]: {
      get: {
        operationId: "get_pet",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { 200: { description: "A pet" } },
      },
    },
    [`${prefix}/orders`]: { post: { operationId: "add_order", responses: { 201: { description: "An order" } } } },
    "/v1/toys": { post: { operationId: "add_toy", responses: { 201: { description: "A toy" } } } },
  },
});

const deploy = async ({ id }: Server, preview = false) => {
  const deployment: Deployment = await served.api.call("server.deploy", { id, preview });
  await expect
    .poll(async () => (await served.api.call("deployment.get", { id: deployment.id })).status)
    .toBe("running");
  return served.api.call("deployment.get", { id: deployment.id });
};

/** A live version, and the preview of one whose document has other paths. */
async function prepare(name: string) {
  const server = await generateServer(served, name, createDocument("/v1"));
  const live = await deploy(server);
  const source = { kind: "openapi", document: JSON.stringify(createDocument("/v2")) } as const;
  await served.api.call("server.generate", { id: server.id, source });
  const preview = await deploy(await waitForGeneration(served.api, server, testDeadline()), true);
  return { server, live, preview };
}

async function record(server: Server, live: Deployment, calls: readonly (readonly [string, object])[]) {
  await served.api.changeRecording(live.id, true);
  const { accessToken } = await served.api.call("runtime.token", { serverId: server.id });
  const authorization = `Bearer ${accessToken}`;
  const client = await connectMcpClient(requireValue(live.url ?? undefined), "2026-07-28", { authorization });
  for (const [name, input] of calls) await client.callTool({ name, arguments: { ...input } });
  await client.close();
}

async function rehearse(id: string) {
  const calls: RehearsedCall[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await served.api.rehearse({ id, after: calls.at(-1)?.sequence ?? 0 });
    calls.push(...page.calls);
    ({ hasMore } = page);
  }
  return calls;
}

test("all recorded calls are made again, and only what differs between the versions is found", async () => {
  const { server, live, preview } = await prepare("Rehearsed");
  const ids = Array.from({ length: 30 }, (_, index) => index + 1);
  await record(server, live, [
    ...ids.map((id) => ["get_pet", { id }] as const),
    ...[["add_toy", {}] as const, ["add_order", {}] as const, ["get_pet", { id: 1, note: "***" }] as const],
  ]);
  const posted = () => upstream.received.filter(({ method }) => method === "POST").length;
  const before = posted();
  const calls = await rehearse(preview.id);
  expect(calls.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
  const outcomes = Map.groupBy(calls, ({ tool, outcome }) => `${tool} ${outcome}`);
  expect(Object.fromEntries([...outcomes].map(([name, own]) => [name, own.length]))).toEqual({
    "get_pet same": 14,
    "get_pet differs": 15,
    "get_pet fails": 1,
    "get_pet skipped": 1,
    "add_toy same": 1,
    "add_order differs": 1,
  });
  expect(calls[1]).toEqual({
    ...{ sequence: 2, tool: "get_pet", arguments: '{"id":2}', outcome: "differs", replayed: false },
    differences: [{ path: "$.tags[*].name", live: '"old"', preview: '"new"' }],
    unstable: ["$.at"],
  });
  expect(calls[12]).toMatchObject({ outcome: "fails", reason: expect.stringContaining("500") });
  // What changes data does not reach the API.
  expect(posted()).toBe(before);
  expect(calls.slice(30)).toMatchObject([
    { replayed: true },
    { replayed: true },
    { reason: "A secret among its arguments was not recorded." },
  ]);
  expect(calls[31]?.differences[0]).toEqual({ path: "request to the API", preview: "POST /v2/orders" });
});

test("nothing is made without a recording, or without a preview", async () => {
  const { live, preview } = await prepare("Unrecorded");
  await expect(served.api.rehearse({ id: preview.id, after: 0 })).rejects.toThrow("No calls of the live version");
  await expect(served.api.rehearse({ id: live.id, after: 0 })).rejects.toThrow("no preview that runs");
});
