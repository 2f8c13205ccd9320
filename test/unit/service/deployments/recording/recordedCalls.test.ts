import { beforeEach, describe, expect, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import type { CallTrace } from "../../../../../src/contract/routes/recordingRoutes.ts";
import { createTraceCall } from "../../../../../src/extension/tools/model/createTraceCall.ts";
import { addServerCase } from "../../../../../src/testcases/addServerCase.ts";
import { createRecordedEntries } from "../../../../../src/testcases/recordedAnswers.ts";
import { closeAtEnd } from "../../../../support/closeAtEnd.ts";
import { pollUntil } from "../../../../support/pollUntil.ts";
import { createCodeServer, serverCode, startServerTest } from "../../../../support/servers/codeServer.ts";
import { deployVersion } from "../../../../support/servers/generateServer.ts";
import { connectMcpClient, protocolEras } from "../../../../support/servers/mcpClient.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { testDeadline } from "../../../../support/testDeadline.ts";

const secret = "canary-key-4711";
const password = "canary-word-0815";
const minted = "canary-minted-2342";
let answer: Parameters<typeof startUpstream>[0];
const parameter = (place: string, name: string) => ({ name, in: place, required: true, schema: { type: "string" } });
const credentials = { type: "object", properties: { user: { type: "string" }, password: { type: "string" } } };
const document = {
  ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, security: [{ key: [] }] },
  components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
  paths: {
    "/pets/{id}": {
      get: {
        ...{
          operationId: "get_pet",
          parameters: [parameter("path", "id"), { name: "n", in: "query", schema: { type: "integer" } }],
        },
        responses: { "200": { description: "A pet" } },
      },
    },
    "/sessions": {
      post: {
        operationId: "log_in",
        requestBody: { required: true, content: { "application/json": { schema: credentials } } },
        responses: { "200": { description: "A session" } },
      },
    },
  },
};

const served = await useServedService();
const api = await closeAtEnd(startUpstream((request, response) => answer(request, response)));
const source = { kind: "openapi", document: JSON.stringify(document), baseUrl: api.origin } as const;
const deployed = await served.deploy("Pets", source, ({ variables = [] }) =>
  Object.fromEntries(
    variables.flatMap(({ name = "", secret: isSecret, hosts }) =>
      isSecret ? [[name, secret]] : hosts ? [[name, hosts.join(" ")]] : [],
    ),
  ),
);
const [listed] = (await served.api.call("servers.list", { id: deployed.server.id })).items;
const deploymentId = requireValue(listed?.liveDeploymentId ?? undefined);

beforeEach(() => {
  answer = (_, response) => sendJson(response, { id: 7, name: "Rex", note: secret });
});

/** Records what `work` does. A trace is saved soon after the client has its response. */
async function record(work: () => Promise<unknown>, count = 1, id = deploymentId): Promise<readonly CallTrace[]> {
  await served.api.changeRecording(id, true);
  try {
    await work();
    const isRecorded = ({ traces }: { readonly traces: readonly unknown[] }) => traces.length >= count;
    return (await pollUntil(() => served.api.readTraces({ id, after: 0 }), isRecorded)).traces;
  } finally {
    await served.api.changeRecording(id, false);
  }
}

async function call(era: (typeof protocolEras)[number], name: string, input: Record<string, unknown>, to = deployed) {
  const client = await connectMcpClient(to.url, era, to.headers);
  const result = await client.callTool({ name, arguments: input });
  await client.close();
  return result;
}

describe("a recorded call", () => {
  test.each(protocolEras)("of %s has the tool, its values, the request to the API and the caller", async (era) => {
    let result: unknown;
    const traces = await record(async () => {
      result = await call(era, "get_pet", { id: "7" });
    });
    expect(traces).toHaveLength(1);
    expect(traces[0]).toMatchObject({
      ...{ sequence: 1, tool: "get_pet", state: "succeeded", arguments: '{"id":"7"}', omitted: [] },
      ...{ client: "fairlead-tests", keyName: expect.any(String), ms: expect.any(Number) },
      exchanges: [{ method: "GET", url: `${api.origin}/pets/7?api_key=***`, status: 200 }],
    });
    expect(JSON.parse(traces[0]?.result ?? "")).toMatchObject({ content: [{ text: expect.stringContaining("Rex") }] });
    expect(JSON.stringify(traces)).not.toContain(secret);
    // The client gets nothing of what was recorded.
    expect(JSON.stringify(result)).not.toContain("fairlead");
  });

  test("hides what its values name as a secret, everywhere", async () => {
    answer = (request, response) =>
      sendJson(response, {
        access_token: minted,
        said: `${JSON.parse(request.body.toString()).password}!`,
        link: `/x?t=${minted}`,
      });
    const [trace] = await record(() => call("2026-07-28", "log_in", { body: { user: "ann", password } }));
    expect(trace).toMatchObject({ tool: "log_in", state: "succeeded" });
    expect(JSON.stringify(trace)).not.toContain("canary");
    expect(trace?.exchanges?.[0]?.requestBody?.text).toBe('{"user":"ann","password":"***"}');
    expect(trace?.exchanges?.[0]?.responseBody?.text).toBe('{"access_token":"***","said":"***!","link":"/x?t=***"}');
  });

  test("keeps the digits of long numbers, in the trace and on the wire", async () => {
    const id = "12345678901234567890";
    answer = (_, response) => void response.writeHead(200, { "Content-Type": "application/json" }).end(`{"id":${id}}`);
    let text = "";
    const [trace] = await record(async () => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_pet","arguments":{"id":"7","n":${id}}}}`;
      const headers = {
        ...deployed.headers,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      };
      text = await (await fetch(deployed.url, { method: "POST", headers, body })).text();
    });
    expect(text).toContain(id);
    expect(api.received.at(-1)?.target).toContain(`n=${id}`);
    expect(trace?.arguments).toBe(`{"id":"7","n":${id}}`);
    expect(trace?.result).toContain(id);
  });

  test.each([
    ["ping", { calls: 1, missed: 0 }],
    ["subscriptions/listen", { calls: 0, missed: 1 }],
  ])("of an earlier protocol with a header that names %s is recorded or counted", async (method, expected) => {
    const body = JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_pet", arguments: { id: "7" } } },
    });
    const before = api.received.length;
    await record(async () => {
      const headers = {
        ...{ ...deployed.headers, "Content-Type": "application/json", "Mcp-Method": method },
        Accept: "application/json, text/event-stream",
      };
      await (await fetch(deployed.url, { method: "POST", headers, body })).text();
      await pollUntil(
        async () => (await served.api.readTraces({ id: deploymentId, after: 0 })).recording,
        (recording) => recording !== null && recording.calls + recording.missed > 0,
      );
    }, expected.calls);
    expect(api.received.length).toBe(before + 1);
    const { recording } = await served.api.readTraces({ id: deploymentId, after: 0 });
    expect(recording).toMatchObject(expected);
  });

  test("that fails has the error, and the answer of the API", async () => {
    answer = (_, response) => sendJson(response, { message: "no such pet" }, 404);
    const [trace] = await record(() => call("2025-11-25", "get_pet", { id: "8" }));
    expect(trace).toMatchObject({ state: "failed", exchanges: [{ status: 404 }] });
  });

  test("that is larger than a trace may be says so", async () => {
    const note = "x".repeat(600 * 1024);
    answer = (_, response) => sendJson(response, { id: 7, note });
    const [large] = await record(() => call("2026-07-28", "get_pet", { id: "7" }));
    expect(large?.exchanges?.[0]?.responseBody?.cutFrom).toBeGreaterThan(note.length);
    const [cut] = await record(() => call("2026-07-28", "get_pet", { id: note }).catch(() => {}));
    expect(cut).toMatchObject({ tool: "get_pet", omitted: expect.arrayContaining(["arguments"]) });
    expect(cut?.arguments).toBeUndefined();
  });

  test("of a server of own code has no exchanges, and says so", async () => {
    const own = await createCodeServer(served.api, serverCode());
    const { id, url } = await deployVersion(served.api, own.id);
    const { accessToken } = await served.api.call("runtime.token", { serverId: own.id });
    const to = {
      server: own,
      url: requireValue(url ?? undefined),
      headers: { authorization: `Bearer ${accessToken}` },
    };
    const traces = await record(
      async () => {
        await call("2025-11-25", "add", { a: 1, b: 2 }, to);
        await call("2026-07-28", "add", { a: 3, b: 4 }, to);
      },
      2,
      id,
    );
    expect(traces).toMatchObject([
      { tool: "add", state: "succeeded", omitted: ["exchanges"] },
      { tool: "add", arguments: '{"a":3,"b":4}', omitted: ["exchanges"] },
    ]);
  });
});

const runSuite = async (content: string) => {
  const suite = { path: "fairlead.tests.yaml", content };
  const { cases = [] } = await startServerTest(served.api, deployed.server.id, { suite, cases: ["case"] });
  return cases.at(-1);
};

test("a recorded call that is kept as a case runs without its API, as in CI, and fails when it expects something else", async () => {
  const traces = await record(async () => {
    await call("2025-11-25", "get_pet", { id: "7", n: 5 });
    await call("2026-07-28", "log_in", { body: { user: "ann", password } });
  }, 2);
  const [pet = "", session = ""] = traces.map((trace) => {
    const { view } = requireValue(createTraceCall(trace));
    const upstream = requireValue(createRecordedEntries(view.exchanges ?? []));
    const tool = trace.tool ?? "";
    const entry = { name: tool, tool, arguments: { ...view.arguments }, expect: { error: false }, upstream };
    return addServerCase(undefined, entry, false).text;
  });
  expect(pet + session).not.toContain("canary");
  const before = api.received.length;
  expect(await runSuite(pet)).toMatchObject({ name: "get_pet", status: "passed" });
  // The masked password is sent and matched as it was recorded.
  expect(await runSuite(session)).toMatchObject({ name: "log_in", status: "passed" });
  expect(await runSuite(pet.replace("error: false", "error: true"))).toMatchObject({ status: "failed" });
  expect(await runSuite(pet.replace("n: 5", "n: 6"))).toMatchObject({
    message: expect.stringContaining("has no answer for GET /pets/7?n=6"),
  });
  expect(api.received).toHaveLength(before);
});

describe("a recording", () => {
  test("records nothing before its start and after its end", async () => {
    await call("2026-07-28", "get_pet", { id: "1" });
    const traces = await record(() => call("2026-07-28", "get_pet", { id: "2" }));
    await call("2026-07-28", "get_pet", { id: "3" });
    expect(traces.map((trace) => trace.arguments)).toEqual(['{"id":"2"}']);
    const { recording } = await served.api.readTraces({ id: deploymentId, after: 0 });
    expect(recording).toMatchObject({ calls: 1, end: "stopped", missed: 0 });
  });

  test("is in the deployment and its events, with its limits", async () => {
    await record(async () => {
      const { recording } = await served.api.call("deployment.get", { id: deploymentId });
      expect(recording).toMatchObject({ endedAt: null, calls: 0 });
    }, 0);
    const { items } = await served.api.call("deployment.events", { id: deploymentId, limit: 200 });
    const messages = items.map(({ message }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(/records the calls of tools, at most 1000 and for 30 minutes/),
    );
    expect(messages).toContainEqual(expect.stringMatching(/The recording of calls ended with \d+: a user stopped it/));
  });

  test("cannot be read with a key for calls only, nor started without the scope deploy", async () => {
    const createClient = async (scopes: ("read" | "runtime")[]) => {
      const { key } = await served.api.call("apiKeys.create", { name: "Limited", scopes });
      return createServiceClient({ baseUrl: served.service.url, key: async () => key });
    };
    const agent = await createClient(["runtime"]);
    await expect(agent.readTraces({ id: deploymentId, after: 0 })).rejects.toThrow(/read/);
    const reader = await createClient(["read"]);
    expect((await reader.readTraces({ id: deploymentId, after: 0 })).traces).toEqual(expect.any(Array));
    await expect(reader.changeRecording(deploymentId, true)).rejects.toThrow(/deploy/);
    await Promise.all([agent.close(), reader.close()]);
  });

  test("cannot start twice, for an unknown deployment, nor end when there is none", async () => {
    await record(async () => {
      await expect(served.api.changeRecording(deploymentId, true)).rejects.toThrow(/recorded already/);
    }, 0);
    await expect(served.api.changeRecording("dep_none", true)).rejects.toThrow(/no deployment/);
    await expect(served.api.readTraces({ id: "dep_none", after: 0 })).rejects.toThrow(/no deployment/);
  });

  test("ends with its deployment, keeps its traces, and cannot start again", async () => {
    await served.api.changeRecording(deploymentId, true);
    await call("2026-07-28", "get_pet", { id: "7" });
    // The call began before the end, so its trace is saved also when the deployment ends at once.
    await served.api.call("server.update", { id: deployed.server.id, desiredState: "stopped" });
    for await (const event of served.api.events(deploymentId, { signal: testDeadline() })) void event;
    const { recording, traces } = await served.api.readTraces({ id: deploymentId, after: 0 });
    expect(recording).toMatchObject({ end: "deployment", calls: 1 });
    expect(traces).toHaveLength(1);
    await expect(served.api.changeRecording(deploymentId, true)).rejects.toThrow(/Only a live deployment/);
  });
});
