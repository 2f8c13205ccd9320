import type { ServerResponse } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { readApiCheckRequest } from "../../../../../src/contract/registry.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import { closeAtEnd } from "../../../../support/closeAtEnd.ts";
import { pollUntil } from "../../../../support/pollUntil.ts";
import { startServerTest } from "../../../../support/servers/codeServer.ts";
import { deployVersion, generateServerFrom, generateVersion } from "../../../../support/servers/generateServer.ts";
import { connectMcpClient } from "../../../../support/servers/mcpClient.ts";
import { type ReceivedRequest, sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { startServedService } from "../../../../support/service/servedService.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const goodKey = "canary-good-key";
const document = (origin: string, securitySchemes: object = { key: { type: "apiKey", in: "header", name: "X-Key" } }) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: origin }],
    components: { securitySchemes },
    security: [{ key: [] }],
    paths: { "/pets": { get: { operationId: "listPets", responses: { 200: { description: "Pets." } } } } },
  });

const answerByKey = ({ headers }: ReceivedRequest, response: ServerResponse) =>
  sendJson(response, [], headers["x-key"] === goodKey ? 200 : 401);
let answer: (request: ReceivedRequest, response: ServerResponse) => void = answerByKey;
const served = await useServedService();
const client = served.api;
const upstream = await closeAtEnd(startUpstream((request, response) => answer(request, response)));

const readServer = async (id: string): Promise<Server> =>
  requireValue((await client.call("servers.list", { id })).items[0]);

async function generate(environment: Record<string, string>, text = document(upstream.origin)): Promise<Server> {
  const project = await client.call("projects.create", { name: "Pets" });
  const source = { kind: "openapi", document: text } as const;
  return generateServerFrom({ api: client, project }, "Pets", { source }, environment);
}

const deploy = async (id: string) => (await deployVersion(client, id)).id;

const readApiCheck = async (id: string) =>
  (await client.call("deployment.health", { id })).checks?.find(({ name }) => name === "api");
const waitForApiCheck = async (id: string) =>
  requireValue(
    await pollUntil(
      () => readApiCheck(id),
      (check) => check !== undefined,
    ),
  );
const check = async (id: string) => {
  const run = await startServerTest(client, id, { cases: ["check:credentials"] });
  const found = requireValue(run.cases?.[0]);
  const { status, code, message, output } = found;
  return { status, code, message, output, live: run.deploymentId !== null };
};
const hosts = () => ({ KEY_API_HOSTS: upstream.origin });

test("the request of a check is a short line of its manifest", () => {
  const read = (request: unknown) =>
    readApiCheckRequest({ _meta: { "io.modelcontextprotocol.registry/publisher-provided": { check: { request } } } });
  expect(read("GET /pets")).toBe("GET /pets");
  for (const request of ["", "GET /\n\u001b[31m", "GET /\u202epets", `GET /${"a".repeat(1000)}`, 7])
    expect(read(request)).toBeUndefined();
  expect(readApiCheckRequest(null)).toBeUndefined();
});

describe("the check of a live server's API", () => {
  let id: string;
  let deployment: string;
  let atStart: readonly unknown[];
  beforeAll(async () => {
    ({ id } = await generate({ API_KEY: goodKey, ...hosts() }));
    deployment = await deploy(id);
    const first = await waitForApiCheck(deployment);
    const { health } = await client.call("deployment.get", { id: deployment });
    atStart = [first, health, (await client.call("deployment.events", { id: deployment, limit: 1000 })).items];
  });

  test("is made with its credential when the server starts, without a call of a tool", () => {
    expect(atStart.slice(0, 2)).toMatchObject([
      { status: "healthy", message: "GET /pets: 200" },
      { status: "healthy", checked: ["process", "handshake", "tools", "api"], message: null },
    ]);
    expect(JSON.stringify(atStart[2])).not.toContain("listPets");
  });

  const respond =
    (status: number): typeof answer =>
    (_, response) =>
      sendJson(response, {}, status);
  const close: typeof answer = (_, response) => void response.destroy();
  test.each([
    ["refuses the key", respond(401), "failed", "degraded", "credential_refused"],
    ["forbids the request", respond(403), "failed", "degraded", "credential_forbidden"],
    ["fails", respond(500), "skipped", "degraded", "api_failed"],
    ["closes the connection", close, "skipped", "degraded", "api_unreachable"],
    ["has nothing at its address", respond(404), "skipped", "degraded", "api_not_found"],
    ["answers too many requests", respond(429), "skipped", "unknown", undefined],
    ["answers", answerByKey, "passed", "healthy", undefined],
  ] as const)("that %s is in the result of the case and in the health", async (_, respondNow, result, status, code) => {
    answer = respondNow;
    const found = await check(id);
    expect(found).toMatchObject({ status: result, code: code ?? null, live: true });
    const now = await readApiCheck(deployment);
    expect([now?.status, now?.code]).toEqual([status, code]);
    expect(result === "passed" ? found.output : found.message).toBe(now?.message);
    const health = await client.call("deployment.health", { id: deployment });
    expect(health.status).toBe(status === "degraded" ? "degraded" : "healthy");
    answer = answerByKey;
  });

  test("that does not answer in time is in the result of the case and in the health", async () => {
    const slow = await generate({ API_KEY: goodKey, UPSTREAM_TIMEOUT_MS: "500", ...hosts() });
    const slowDeployment = await deploy(slow.id);
    await waitForApiCheck(slowDeployment);
    answer = () => {};
    expect(await check(slow.id)).toMatchObject({ status: "skipped", code: "api_timeout", live: true });
    answer = answerByKey;
    expect(await readApiCheck(slowDeployment)).toMatchObject({ status: "degraded", code: "api_timeout" });
    expect((await client.call("deployment.health", { id: slowDeployment })).status).toBe("degraded");
  });
});

test("a refused key degrades the health with the cause, and a check uses a saved value that is not deployed yet", async () => {
  const { id } = await generate({ API_KEY: "canary-bad-key", ...hosts() });
  const deployment = await deploy(id);
  const message = `${new URL(upstream.origin).host} refuses API_KEY (GET /pets: 401)`;
  const refused = { status: "degraded", code: "credential_refused", message };
  expect(await waitForApiCheck(deployment)).toMatchObject(refused);
  expect((await client.call("deployment.get", { id: deployment })).health).toMatchObject(refused);
  const events = (await client.call("deployment.events", { id: deployment, limit: 1000 })).items;
  const warning = events.findLast(({ kind, level }) => kind === "health" && level === "warning");
  expect(warning).toMatchObject({
    message: expect.stringContaining(`api: ${message}.`),
    data: { code: "credential_refused" },
  });
  expect(JSON.stringify(events)).not.toContain("canary");
  await client.call("server.update", { id, environment: { API_KEY: goodKey } });
  expect(await check(id)).toMatchObject({ status: "passed", output: "GET /pets: 200", live: false });
  expect(await readApiCheck(deployment)).toMatchObject({ status: "degraded" });
});

describe("a variable of a server", () => {
  const find = async (id: string, name: string) => (await readServer(id)).variables?.find((one) => one.name === name);

  test("says whether it is set, and whether that changed since the live deployment", async () => {
    const { id } = await generate(hosts());
    expect(await find(id, "API_KEY")).toMatchObject({ required: true, set: false });
    expect((await find(id, "API_KEY"))?.changed).toBeUndefined();
    await client.call("server.update", { id, environment: { API_KEY: goodKey } });
    await deploy(id);
    expect(await find(id, "API_KEY")).toMatchObject({ set: true, changed: false });
    await client.call("server.update", { id, environment: { API_KEY: "canary-other" } });
    expect(await find(id, "API_KEY")).toMatchObject({ set: true, changed: true });
    await client.call("server.update", { id, environment: { API_KEY: goodKey } });
    expect(await find(id, "API_KEY")).toMatchObject({ changed: false });
    await client.call("server.update", { id, environment: { API_KEY: null } });
    expect(await find(id, "API_KEY")).toMatchObject({ set: false, changed: true });
    await client.call("server.update", { id, desiredState: "stopped" });
    expect((await find(id, "API_KEY"))?.changed).toBeUndefined();
  });

  test("that was renamed has the value of its former name, which earlier versions still read, until it is cleared", async () => {
    const { id, variables = [], environment } = await generate({ KEY_API_KEY: goodKey, ...hosts() });
    expect(variables.map(({ name }) => name)).toContain("API_KEY");
    expect(environment).toMatchObject({ API_KEY: null, KEY_API_KEY: null });
    expect(await check(id)).toMatchObject({ status: "passed" });
    await client.call("server.update", { id, environment: { API_KEY: null } });
    await generateVersion(client, id, { version: "0.2.0" });
    expect(await find(id, "API_KEY")).toMatchObject({ set: false });
  });

  test("keeps its own value where the former name has one too", async () => {
    const server = await generate({ KEY_API_KEY: "canary-old", API_KEY: goodKey, ...hosts() });
    expect(await check(server.id)).toMatchObject({ status: "passed" });
  });

  test("of HTTP Basic must be set before a deployment, and is sent encoded", async () => {
    answer = ({ headers }, response) =>
      sendJson(response, [], headers.authorization === `Basic ${btoa("ann:secret")}` ? 200 : 401);
    const text = document(upstream.origin, { key: { type: "http", scheme: "basic" } });
    const { id } = await generate({ KEY_USER: "ann", ...hosts() }, text);
    await expect(client.call("server.deploy", { id })).rejects.toThrow("needs values for KEY_PASSWORD");
    await client.call("server.update", { id, environment: { KEY_PASSWORD: "secret" } });
    expect(await check(id)).toMatchObject({ status: "passed" });
    answer = answerByKey;
  });
});

test("a call that is refused has a healthy API checked again, long before its time", async () => {
  // The pause of an API that answers is a minute then, that of one that fails five seconds.
  const quick = await startServedService({ healthIntervalMs: 250 });
  const targets: string[] = [];
  const open = await startUpstream(({ target }, response) => {
    targets.push(target);
    sendJson(response, [], target === "/pets" ? 200 : 403);
  });
  const source = JSON.parse(document(open.origin, {}));
  const locked = { get: { operationId: "listLocked", parameters: [{ name: "q", in: "query", required: true }] } };
  const paths = { ...source.paths, "/locked": locked };
  const text = JSON.stringify({ ...source, security: [], paths });
  const deployed = await quick.deploy("Open", { kind: "openapi", document: text });
  const checks = () => targets.filter((target) => target === "/pets").length;
  await expect.poll(checks, { timeout: 60_000 }).toBe(1);
  const mcp = await connectMcpClient(deployed.url, "2026-07-28", { ...deployed.headers });
  await mcp.callTool({ name: "listLocked", arguments: { q: "a" } });
  await mcp.close();
  await expect.poll(checks, { timeout: 50_000 }).toBe(2);
  await quick.close();
  await open.close();
});
