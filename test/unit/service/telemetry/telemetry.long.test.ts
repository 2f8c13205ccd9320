import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { loadTelemetry } from "../../../../src/service/telemetry/loadTelemetry.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { startOtlpReceiver } from "../../../support/service/otlpReceiver.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { sendWithToken } from "../../../support/service/sendWithToken.ts";
import { startServiceProcess } from "../../../support/service/serviceProcess.ts";

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const [, callerTraceId, callerSpanId] = traceparent.split("-");
const serverKind = 2;
const errorStatus = 2;

beforeEach(() => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json");
  onTestFinished(() => void vi.unstubAllEnvs());
});

async function startReceiver(...args: Parameters<typeof startOtlpReceiver>) {
  const receiver = await startOtlpReceiver(...args);
  onTestFinished(() => receiver.close());
  return receiver;
}

async function startService(...args: string[]) {
  const dataDir = createTemporaryFolder();
  const service = closeAfterTest(await startServiceProcess(["--data", dataDir, ...args]));
  const { url, key = "" } = requireValue(service.hello);
  const api = closeAfterTest(createServiceClient({ baseUrl: url, key: async () => key }));
  return { ...service, url, key, api, dataDir };
}

function readNumber(point?: { asInt?: number | string | undefined; asDouble?: number | undefined }): number {
  return Number(point?.asInt ?? point?.asDouble);
}

test("operations, deployments and calls of tools arrive as spans and metrics, without secrets", async () => {
  const receiver = await startReceiver();
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-collector-key=collector-secret");
  vi.stubEnv("OTEL_METRIC_EXPORT_INTERVAL", "300");
  vi.stubEnv("OTEL_METRIC_EXPORT_TIMEOUT", "300");
  vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
  const service = await startService("--otlp", receiver.url, "--member", "Ann <ann@example.org>");
  const { api, url, key } = service;
  const post = (path: string, body: object, token: string) =>
    sendWithToken(url + path, token, { body, headers: { traceparent } });
  expect((await post("/api/v1/projects", { name: "Traced" }, key)).status).toBe(201);
  expect((await post("/api/v1/projects", { name: "Traced" }, "flk_wrong")).status).toBe(401);
  const project = requireValue((await api.call("projects.list", {})).items[0]);
  const tiny = await createTinyServer({ api, project }, "Tiny", "healthy");
  await api.call("server.update", { id: tiny.id, environment: { TINY_SECRET: "sealed-value" } });
  const { deployment } = await deployTinyServer({ api }, tiny);
  const { accessToken } = await api.call("runtime.token", { serverId: tiny.id });
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { a: "argument" } } };
  const echo = await (await post(`/mcp/${tiny.id}`, call, accessToken)).text();
  expect((await post("/mcp/none", call, "x")).status).toBe(404);
  const stream = await fetch(`${url}/mcp/${tiny.id}`, { headers: { Authorization: `Bearer ${accessToken}` } });
  await stream.body?.cancel();
  const running = () => readNumber(receiver.metrics.get("fairlead.servers.running")?.[0]);
  await expect.poll(running).toBe(1);
  const delay = () => readNumber(receiver.metrics.get("nodejs.eventloop.delay.mean")?.[0]);
  await expect.poll(delay).toBeLessThan(0.015);
  service.signal("SIGTERM");
  expect((await service.ended).code).toBe(0);
  expect(running()).toBe(0);

  const [created, refused] = receiver.spans.filter(({ name }) => name === "projects.create");
  expect(created).toMatchObject({ traceId: callerTraceId, parentSpanId: callerSpanId, kind: serverKind, status: {} });
  expect(created?.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/api/v1/projects",
    "http.response.status_code": 201,
    "fairlead.operation": "projects.create",
  });
  expect(refused).toMatchObject({ attributes: { "http.response.status_code": 401 }, status: { code: 0 } });

  const request = receiver.span("server.deploy");
  const deploy = receiver.span("deploy");
  expect(deploy).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId });
  expect(deploy.attributes).toMatchObject({
    "fairlead.server.id": tiny.id,
    "fairlead.deployment.id": deployment.id,
    "fairlead.version": deployment.version,
  });
  for (const step of ["build", "start", "handshake"])
    expect(receiver.span(step)).toMatchObject({ traceId: deploy.traceId, parentSpanId: deploy.spanId });

  const forwarded = receiver.span("tools/call echo");
  expect(forwarded).toMatchObject({ traceId: callerTraceId, parentSpanId: callerSpanId, kind: serverKind });
  expect(forwarded.attributes).toMatchObject({
    "http.response.status_code": 200,
    "mcp.method.name": "tools/call",
    "gen_ai.tool.name": "echo",
    "fairlead.server.id": tiny.id,
  });
  const ofServers = receiver.spans.filter(({ attributes }) => attributes["http.route"] === "/mcp/:address");
  expect(
    ofServers.map(({ attributes }) => [attributes["http.request.method"], attributes["fairlead.server.id"]]),
  ).toEqual([
    ["POST", tiny.id],
    ["POST", undefined],
  ]);
  expect(echo).toContain(`00-${callerTraceId}-${forwarded.spanId}-01`);

  const requests = receiver.metrics.get("http.server.request.duration") ?? [];
  const ofProjects = requests.filter(({ attributes }) => attributes["fairlead.operation"] === "projects.create");
  expect(ofProjects.map(({ attributes, count }) => [attributes["http.response.status_code"], Number(count)])).toEqual([
    [201, 1],
    [401, 1],
  ]);
  expect(requests[0]?.explicitBounds?.[0]).toBe(0.005);
  const calls = receiver.metrics.get("fairlead.tool_calls");
  expect(calls?.map((point) => [point.attributes, readNumber(point)])).toEqual([
    [{ "fairlead.server.id": tiny.id, "http.response.status_code": 200 }, 1],
  ]);
  const ofProcess = ["process.memory.usage", "v8js.memory.heap.used"];
  const ofLoop = ["nodejs.eventloop.delay.mean", "nodejs.eventloop.delay.p99", "nodejs.eventloop.delay.max"];
  for (const name of [...ofProcess, ...ofLoop]) expect(readNumber(receiver.metrics.get(name)?.[0])).toBeGreaterThan(0);

  expect(receiver.headers[0]?.["x-collector-key"]).toBe("collector-secret");
  expect(receiver.resources[0]).toMatchObject({ "service.name": "fairlead", "deployment.environment.name": "test" });
  expect(Object.keys(receiver.resources[0] ?? {}).filter((name) => /^(process|host|os)\./.test(name))).toEqual([]);
  const secrets = [key, accessToken, "sealed-value", "collector-secret", "ann@example.org", "argument", "usr_"];
  expect(secrets.filter((secret) => receiver.texts.some((text) => text.includes(secret)))).toEqual([]);
});

test("what fails is a failed span, and restarts and test runs are counted", async () => {
  const receiver = await startReceiver();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url);
  const { api, url, signal, ended } = await startService();
  const project = requireValue((await api.call("projects.list", {})).items[0]);
  const broken = await createTinyServer({ api, project }, "Broken", "exitsAtOnce");
  await deployTinyServer({ api }, broken);
  const tiny = await createTinyServer({ api, project }, "Tiny", "healthy");
  await deployTinyServer({ api }, tiny);
  const call = async (serverId: string, name: string) => {
    const { accessToken } = await api.call("runtime.token", { serverId });
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } };
    return sendWithToken(`${url}/mcp/${serverId}`, accessToken, { body });
  };
  expect((await call(broken.id, "echo")).status).toBe(503);
  const run = await api.call("serverTestRuns.start", { id: tiny.id });
  const readRun = async () => (await api.call("serverTestRun.get", { id: run.id })).status;
  await expect.poll(readRun).not.toMatch(/queued|running/);
  const runStatus = await readRun();
  await call(tiny.id, "crash");
  await expect.poll(async () => (await call(tiny.id, "echo")).status).toBe(200);
  signal("SIGTERM");
  await ended;

  const deploys = receiver.spans.filter(({ name }) => name === "deploy");
  expect(deploys.map(({ status, attributes }) => [status.code, attributes["error.type"]])).toEqual([
    [errorStatus, "start"],
    [0, undefined],
  ]);
  const [unavailable] = receiver.spans.filter(({ name }) => name === "mcp");
  expect(unavailable).toMatchObject({
    attributes: { "fairlead.server.id": broken.id, "http.response.status_code": 503, "error.type": "unavailable" },
    status: { code: errorStatus },
  });
  const restart = receiver.span("restart");
  expect(restart).toMatchObject({ attributes: { "fairlead.deployment.id": expect.stringMatching(/^dep_/) } });
  expect(restart.parentSpanId).toBeUndefined();
  const points = (name: string) => receiver.metrics.get(name)?.map((point) => [point.attributes, readNumber(point)]);
  expect(points("fairlead.server.restarts")).toEqual([[{ "fairlead.server.id": tiny.id }, 1]]);
  expect(points("fairlead.test_runs")).toEqual([
    [{ "fairlead.test_run.kind": "server", "fairlead.test_run.status": runStatus }, 1],
  ]);
});

test.each([
  ["is down", undefined, "The last spans and metrics could not be sent to"],
  ["is silent", () => {}, "The last spans and metrics could not be sent to"],
  [
    "refuses everything",
    (response: ServerResponse) => response.writeHead(400).end("response-secret"),
    "Telemetry could not be sent to",
  ],
])("a receiver that %s neither fails nor slows requests, nor delays the stop", async (_, respond, message) => {
  const receiver = await startReceiver(respond);
  if (!respond) await receiver.close();
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "20");
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-collector-key=collector-secret");
  const { api, dataDir, signal, ended } = await startService("--otlp", receiver.url, "--drain", "1");
  for (let request = 0; request < 20; request += 1) await api.call("me.get", {});
  const stoppedAt = performance.now();
  signal("SIGTERM");
  expect((await ended).code).toBe(0);
  // It drains for a second, then sends for at most a second.
  expect(performance.now() - stoppedAt).toBeLessThan(4000);
  const log = readFileSync(join(dataDir, "service.log"), "utf8");
  expect(log.split(`${message} ${receiver.url}`)).toHaveLength(2);
  expect(log).not.toMatch(/collector-secret|response-secret/);
});

test("the service of an editor sends nothing, whatever the environment says", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
  const { dataDir } = await startService("--grace", "60");
  const log = readFileSync(join(dataDir, "service.log"), "utf8");
  expect([log.includes("Listening"), log.includes("Telemetry")]).toEqual([true, false]);
});

const ignore = () => {};

test.each([
  [undefined, {}],
  [undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: "" }],
])("without a receiver nothing is loaded", async (otlp, environment) => {
  expect(await loadTelemetry(otlp, environment, ignore)).toBeUndefined();
});

test.each([
  ["ftp://127.0.0.1", {}, "--otlp must be a URL like"],
  ["collector:4318", {}, "--otlp must be a URL like"],
  [undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: "x" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be a URL"],
  ["http://ann:password@127.0.0.1", {}, "--otlp must not contain a password. Put credentials into OTEL"],
  ["http://127.0.0.1:1", { OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "grpc" }, 'http/protobuf or http/json, not "grpc"'],
])("the receiver %s with %j is refused", async (otlp, environment, message) => {
  await expect(loadTelemetry(otlp, environment, ignore)).rejects.toThrow(message);
});
