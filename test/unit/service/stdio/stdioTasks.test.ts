import { request } from "node:http";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { createServerAgent } from "../../../../src/service/mcp/serverEndpoint.ts";
import { serveStdio } from "../../../../src/service/stdio/serveStdio.ts";

const extension = "io.modelcontextprotocol/tasks";
const completed = '{"content":[],"structuredContent":{"id":9007199254740993}}';

type Answer = (params: Readonly<Record<string, unknown>>) => string;

/** A program of one version, which the test plays. It announces the tasks of both. `received` are its requests about tasks. */
async function playProgram(version: "2025-11-25" | "2026-07-28") {
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const { endpoint, close } = serveStdio(streams, { onLine: () => {}, kill: () => {} });
  const serverInfo = { name: "own", version: "1" };
  const capabilities = {
    ...{ tools: {}, extensions: { [extension]: {}, other: {} } },
    tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  };
  const received: unknown[] = [];
  const isModern = version === "2026-07-28";
  const task = '"taskId":"t1","status":"working","createdAt":"","lastUpdatedAt":"","ttlMs":null,"ttl":null';
  const answers: Readonly<Record<string, Answer>> = {
    ...(isModern
      ? {
          "server/discover": () =>
            JSON.stringify({
              ...{
                resultType: "complete",
                supportedVersions: [version],
                capabilities,
                ttlMs: 0,
                cacheScope: "private",
              },
              _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
            }),
        }
      : { initialize: () => JSON.stringify({ protocolVersion: version, capabilities, serverInfo }) }),
    "tools/call": () => (isModern ? `{"resultType":"task",${task}}` : `{"task":{${task}}}`),
    "tasks/get": () => `{"resultType":"complete","taskId":"t1","status":"completed","result":${completed}}`,
    "tasks/result": () => completed,
    "tasks/list": () => '{"tasks":[]}',
    "tasks/update": () => '{"resultType":"complete"}',
    "tasks/cancel": () => '{"resultType":"complete"}',
  };
  createInterface({ input: streams.input }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (/^(tools|tasks)\//.test(method)) received.push({ method, params });
    const result = answers[method]?.(params);
    const body = result === undefined ? '"error":{"code":-32601,"message":"Method not found"}' : `"result":${result}`;
    streams.output.write(`{"jsonrpc":"2.0","id":${id},${body}}\n`);
  });
  const agent = createServerAgent(endpoint, {});
  onTestFinished(() => {
    agent.destroy();
    close();
    streams.output.destroy();
  });
  await expect
    .poll(() =>
      endpoint.connect().then(
        (socket) => socket.destroy().destroyed,
        () => false,
      ),
    )
    .toBe(true);
  /** The text of the response, as JSON or as an event. */
  const post = async (message: object, headers: Readonly<Record<string, string>>): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const types = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    request({ agent, path: "/mcp", method: "POST", headers: { ...types, ...headers } })
      .once("response", (response) =>
        response.toArray().then((chunks) => resolve(Buffer.concat(chunks).toString()), reject),
      )
      .once("error", reject)
      .end(JSON.stringify({ jsonrpc: "2.0", id: 7, ...message }));
    const text = await promise;
    return /^data: (.*)$/m.exec(text)?.[1] ?? text;
  };
  return { received, post };
}

const modern = (method: string, params: object, capabilities: object = { extensions: { [extension]: {} } }) => {
  const name = "taskId" in params ? String(params.taskId) : "name" in params ? String(params.name) : undefined;
  const headers = {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
    ...(name !== undefined && { "Mcp-Name": name }),
  };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  return [{ method, params: { ...params, _meta } }, headers] as const;
};

const readCapabilities = (text: string) => JSON.parse(text).result.capabilities;

test("a program of 2026-07-28 gets requests about tasks, and its results stay as they are", async () => {
  const { post, received } = await playProgram("2026-07-28");
  expect(readCapabilities(await post(...modern("server/discover", {})))).toEqual({
    tools: { listChanged: false },
    extensions: { [extension]: {} },
  });
  const called = JSON.parse(await post(...modern("tools/call", { name: "job", arguments: {} })));
  expect(called.result).toMatchObject({ resultType: "task", taskId: "t1", status: "working" });
  const read = await post(...modern("tasks/get", { taskId: "t1" }));
  expect(read).toContain(`"result":${completed}`);
  const inputResponses = { q: { action: "accept", content: { name: "Ann" } } };
  await post(...modern("tasks/update", { taskId: "t1", inputResponses }));
  await post(...modern("tasks/cancel", { taskId: "t1" }));
  const declared = { "io.modelcontextprotocol/clientCapabilities": { extensions: { [extension]: {} } } };
  expect(received).toMatchObject([
    { method: "tools/call", params: { _meta: declared } },
    { method: "tasks/get", params: { taskId: "t1", _meta: declared } },
    { method: "tasks/update", params: { taskId: "t1", inputResponses } },
    { method: "tasks/cancel", params: { taskId: "t1" } },
  ]);
});

test("a program of 2026-07-28 gets no tasks capability for a client that has none", async () => {
  const { post, received } = await playProgram("2026-07-28");
  await post(...modern("tools/call", { name: "job", arguments: {} }, { sampling: {} }));
  expect(received).toMatchObject([{ params: { _meta: { "io.modelcontextprotocol/clientCapabilities": {} } } }]);
  expect(JSON.stringify(received)).not.toContain(extension);
});

test("a program of 2025-11-25 gets requests about tasks of that version, but for the list that all clients would share", async () => {
  const { post, received } = await playProgram("2025-11-25");
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const capabilities = readCapabilities(await post({ method: "initialize", params }, {}));
  expect(capabilities).toEqual({ tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } });
  const headers = { "MCP-Protocol-Version": "2025-11-25" };
  const task = { ttl: 1000 };
  const called = JSON.parse(
    await post({ method: "tools/call", params: { name: "job", arguments: {}, task } }, headers),
  );
  expect(called.result.task).toMatchObject({ taskId: "t1" });
  expect(await post({ method: "tasks/result", params: { taskId: "t1" } }, headers)).toContain('"id":9007199254740993');
  await post({ method: "tasks/get", params: { taskId: "t1" } }, headers);
  await post({ method: "tasks/cancel", params: { taskId: "t1" } }, headers);
  expect(JSON.parse(await post({ method: "tasks/list", params: {} }, headers)).error.code).toBe(-32601);
  expect(received).toMatchObject([
    { method: "tools/call", params: { task } },
    { method: "tasks/result" },
    { method: "tasks/get", params: { taskId: "t1" } },
    { method: "tasks/cancel", params: { taskId: "t1" } },
  ]);
});

test.each(["2025-11-25", "2026-07-28"] as const)(
  "a client of the version that a program of %s has not sees no tasks",
  async (version) => {
    const { post } = await playProgram(version);
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const opened =
      version === "2025-11-25" ? post(...modern("server/discover", {})) : post({ method: "initialize", params }, {});
    const capabilities = readCapabilities(await opened);
    expect(capabilities.tools).toBeDefined();
    expect([capabilities.tasks, capabilities.extensions]).toEqual([undefined, undefined]);
  },
);
