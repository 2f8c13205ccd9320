import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import { createMcpServerList } from "../../../../../src/extension/server/model/mcpServers.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const log = { info: () => {}, warning: () => {}, error: () => {}, show: () => {} };
const { signal } = new AbortController();
const served = await useServedService();

const offerOf = (client = served.api, credentials = async () => undefined) =>
  createMcpServerList({ quiet: async () => client, client: async () => client, credentials, log });

test("running servers are offered, each with a version that changes with every deployment", async () => {
  await createTinyServer(served, "Never deployed", "healthy");
  await deployTinyServer(served, await createTinyServer(served, "Failed", "exitsAtOnce"));
  const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Twin", "healthy"));
  await deployTinyServer(served, await createTinyServer(served, "Twin", "healthy"));
  const first = await offerOf().list(signal);
  expect(first.map(({ label }) => label).sort()).toEqual(["Twin", expect.stringMatching(/^Twin \(twin-/)]);
  expect(first).toContainEqual(expect.objectContaining({ serverId: server.id, url: deployment.url }));
  await deployTinyServer(served, await addTinyVersion(served, server, "legacyOnly"));
  const second = await offerOf().list(signal);
  const versionOf = (list: typeof first) => list.find(({ serverId }) => serverId === server.id)?.version;
  expect(versionOf(second)).not.toBe(versionOf(first));
  await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
  await expect.poll(async () => (await offerOf().list(signal)).length).toBe(1);
});

test("a token for an offered server is accepted from a standard client", async () => {
  const [server] = await offerOf().list(signal);
  if (!server) throw new Error("nothing is offered");
  const authorization = await offerOf().authorize(server, signal);
  const client = new McpClient({ name: "test", version: "1" });
  const requestInit = { headers: { Authorization: authorization ?? "" } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("echo");
  await client.close();
});

test("a service without runtime.token receives the standard OAuth request", async () => {
  const [server] = await offerOf().list(signal);
  const me = await served.api.call("me.get", {});
  if (!server) throw new Error("nothing is offered");
  const lacking = Object.assign(new Error("no such operation"), { name: "NotFoundError", status: 404 });
  const client = createServiceClient({ baseUrl: served.service.url, key: async () => served.service.firstKey });
  const call: typeof client.call = (name, input, options) =>
    name === "runtime.token" ? Promise.reject(lacking) : client.call(name, input, options);
  const credentials = async () => ({ clientId: requireValue(me.key?.id), clientSecret: served.service.firstKey ?? "" });
  const offer = createMcpServerList({
    ...{ log, credentials },
    quiet: async () => client,
    client: async () => ({ ...client, call }),
  });
  const authorization = await offer.authorize(server, signal);
  const answer = await fetch(server.url, {
    method: "POST",
    headers: { authorization: authorization ?? "" },
    body: "{}",
  });
  expect(answer.status).not.toBe(401);
  await client.close();
});

test("without a connection the list is empty and no prompt is shown", async () => {
  const client = async () => {
    throw new Error("asked");
  };
  const offer = createMcpServerList({ quiet: async () => undefined, client, credentials: async () => undefined, log });
  expect(await offer.list(signal)).toEqual([]);
});

test("an unreachable service offers nothing, and logs a warning", async () => {
  const warnings: string[] = [];
  const client = createServiceClient({ baseUrl: "http://127.0.0.1:9", key: async () => "flk_x" });
  const offer = createMcpServerList({
    quiet: async () => client,
    client: async () => client,
    credentials: async () => undefined,
    log: { ...log, warning: (message) => void warnings.push(message) },
  });
  expect(await offer.list(signal)).toEqual([]);
  expect(warnings).toHaveLength(1);
  await client.close();
});

test("for a service that does not report the live deployment, the newest running one is offered, once it is said what running is", async () => {
  await using other = await createOtherServiceFixture(served, {
    servers: {
      data: [
        { id: "s-1", name: "Weather" },
        { id: "s-2", name: "Idle" },
      ],
    },
    deployments: {
      data: [
        { id: "d-2", server_id: "s-1", version: "1.1.0", phase: "RUNNING", endpoint: "https://x.example/2/mcp" },
        { id: "d-1", server_id: "s-1", version: "1.0.0", phase: "RUNNING", endpoint: "https://x.example/1/mcp" },
        { id: "d-0", server_id: "s-2", version: "1.0.0", phase: "FAILED", endpoint: null },
      ],
    },
  });
  const listOffered = async () => (await offerOf(other.client).list(signal)).map(({ label, url }) => [label, url]);
  expect(await listOffered()).toEqual([]);
  other.accept();
  expect(await listOffered()).toEqual([["Weather", "https://x.example/2/mcp"]]);
});

test("a service without deployments offers nothing, without a warning", async () => {
  await using other = await createOtherServiceFixture(served, {});
  const warnings: string[] = [];
  const quiet = async () => other.client;
  const offer = createMcpServerList({
    ...{ quiet, client: quiet, credentials: async () => undefined },
    log: { ...log, warning: (message) => void warnings.push(message) },
  });
  expect([await offer.list(signal), warnings]).toEqual([[], []]);
});

test("lists that never end offer the servers that were read, and log that there are more", async () => {
  const [server] = await offerOf().list(signal);
  const warnings: string[] = [];
  const tooLong = Object.assign(new Error("Too many."), { name: "ListTooLongError" });
  const list: typeof served.api.list = async function* (name, input, options) {
    yield* served.api.list(name, input, options);
    if (name === "servers.list") throw tooLong;
  };
  const offer = createMcpServerList({
    quiet: async () => ({ ...served.api, list }),
    client: async () => served.api,
    credentials: async () => undefined,
    log: { ...log, warning: (message) => void warnings.push(message) },
  });
  expect(await offer.list(signal)).toEqual([server]);
  expect(warnings).toEqual(["Not all MCP servers are listed. Too many."]);
});
