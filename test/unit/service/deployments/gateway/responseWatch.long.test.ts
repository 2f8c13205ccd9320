import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ForwardedResponse } from "../../../../../src/service/deployments/gateway/gatewayProxy.ts";
import { createResponseWatch } from "../../../../../src/service/deployments/gateway/responseWatch.ts";
import { closeAtEnd } from "../../../../support/closeAtEnd.ts";
import { saveServerSettings, waitUntilIdle } from "../../../../support/deployments/idleServer.ts";
import { createManualClock } from "../../../../support/deployments/manualClock.ts";
import { startDeploymentFixture } from "../../../../support/service/deploymentFixture.ts";
import { callGateway, getRuntimeToken } from "../../../../support/service/gatewayCall.ts";
import { publishFiles } from "../../../../support/service/publishFiles.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { builtRuntime } from "../../../../support/testBuild.ts";

const { clock, advance } = createManualClock();
const idleMinuteMs = 1;

const fixture = await closeAtEnd(startDeploymentFixture({ clock, idleMinuteMs }));

const runtime = { path: "runtime.mjs", content: readFileSync(await builtRuntime(), "utf8") };

type File = { readonly path: string; readonly content: string };

/** A server of the runtime of all generated servers, with one tool. */
const createRuntimeServer = (tool: string): File[] => [
  runtime,
  {
    path: "server.mjs",
    content: `import { serveTools } from "./runtime.mjs";
const tool = { name: "${tool}", description: "", inputSchema: { type: "object" }, run: () => "done" };
await serveTools({ name: "test", version: "1.0.0", tools: [tool] });`,
  },
];

let versions = 0;
const deploy = async (serverId: string, files: File[]) => {
  versions += 1;
  const version = `${versions}.0.0`;
  publishFiles(fixture.context, serverId, version, files, "server.mjs");
  return await fixture.waitForStatus(fixture.deploy(serverId, version).id, "running");
};
const run = async (files: File[], stopWhenIdleMinutes: number | null = null) => {
  const serverId = fixture.makeServer("changing");
  saveServerSettings(fixture, serverId, { stopWhenIdleMinutes });
  return { serverId, deployment: await deploy(serverId, files) };
};

/** Opens a stream and collects its text. */
const read = (response: Response) => {
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
  const received = { text: "", hasEnded: false };
  const collect = async () => {
    for await (const chunk of response.body ?? []) received.text += new TextDecoder().decode(chunk);
  };
  const ended = collect().finally(() => {
    received.hasEnded = true;
  });
  return { received, ended: ended.catch(() => {}) };
};
const openStream = async (serverId: string) => {
  const token = await getRuntimeToken(fixture, serverId);
  const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
  return read(await fetch(`${fixture.context.baseUrl()}/mcp/${serverId}`, { headers }));
};
const subscribe = async (serverId: string, notifications: object) => {
  const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen" };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return read(await callGateway(fixture, serverId, "subscriptions/listen", { _meta, notifications }, { headers }));
};
const notification = '"method":"notifications/tools/list_changed"';

describe("a stream of a server that lets the gateway hold it", () => {
  test("does not keep the server running while there are no calls, and outlives its version", async () => {
    const { serverId, deployment } = await run(createRuntimeServer("one"), 1);
    const streams = [await openStream(serverId), await subscribe(serverId, { toolsListChanged: true })];
    await waitUntilIdle(fixture, deployment.id, () => advance(idleMinuteMs));
    await deploy(serverId, createRuntimeServer("two"));
    for (const { received } of streams) await expect.poll(() => received.text).toContain(notification);
    expect(streams.map(({ received }) => received.hasEnded)).toEqual([false, false]);
    expect(streams[0]?.received.text).not.toContain("subscriptionId");
    expect(streams[1]?.received.text).toContain(
      `${notification},"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}`,
    );
  });

  test("says nothing when a version has the same tools", async () => {
    const { serverId } = await run(createRuntimeServer("one"));
    const { received } = await openStream(serverId);
    await deploy(serverId, createRuntimeServer("one"));
    await deploy(serverId, createRuntimeServer("two"));
    await expect.poll(() => received.text).toContain(notification);
    expect(received.text.split(notification).length).toBe(2);
  });

  test("ends when its server is stopped", async () => {
    const { serverId } = await run(createRuntimeServer("one"));
    const streams = [await openStream(serverId), await subscribe(serverId, { toolsListChanged: true })];
    fixture.supervisor.setDesiredState(serverId, "stopped");
    await Promise.all(streams.map(({ ended }) => ended));
  });
});

test("a subscription to other changes ends at once, because these never come", async () => {
  const { serverId } = await run(createRuntimeServer("one"));
  const { ended, received } = await subscribe(serverId, { promptsListChanged: true });
  await ended;
  expect(received.text).toContain('"resultType":"complete"');
});

test("the gateway holds at most 512 streams of a server, and others of other servers", async () => {
  const { serverId } = await run(createRuntimeServer("one"));
  const { context, supervisor } = fixture;
  const instance = requireValue(supervisor.live(serverId));
  const watch = createResponseWatch(context.db, supervisor);
  const response: ForwardedResponse = {
    ...{ headers: {}, isHeld: true, readRequestBody: () => Buffer.alloc(0), write: () => {}, end: () => {} },
  };
  const watched = { serverId, preview: undefined, instance, response, isEndless: true };
  const open = () => watch.watch({ ...watched, isAllowed: async () => true });
  const ends = Array.from({ length: 512 }, open);
  expect([watch.offerStream(serverId), watch.offerStream("srv_2")]).toEqual([{}, { "fairlead-held-stream": "1" }]);
  for (const end of ends) end();
  expect(watch.offerStream(serverId)).toEqual({ "fairlead-held-stream": "1" });
});
