import type { ServiceClient } from "../../../src/client/client.ts";
import type { OperationInput } from "../../../src/contract/operations.ts";
import type { Server } from "../../../src/contract/servers.ts";
import { isTestRunFinished, type TestRunDetail } from "../../../src/contract/testRuns.ts";
import { pollUntil } from "../pollUntil.ts";
import { generateServerFrom } from "./generateServer.ts";

/** Creates a server from code, ready to be tested. */
export async function createCodeServer(
  client: ServiceClient,
  code: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const project = await client.call("projects.create", { name: "Tested" });
  const files = Object.entries({ "server.mjs": code, ...more }).map(([path, content]) => ({ path, content }));
  return generateServerFrom({ api: client, project }, "Own", { source: { kind: "files", files, entry: "server.mjs" } });
}

/** Runs cases of a server and returns the finished run. */
export async function startServerTest(
  client: ServiceClient,
  id: string,
  input: Omit<OperationInput<"serverTestRuns.start">, "id"> = {},
): Promise<TestRunDetail> {
  const { id: runId } = await client.call("serverTestRuns.start", { id, ...input });
  return waitForRunEnd(client, runId);
}

export function waitForRunEnd(
  client: ServiceClient,
  id: string,
  read: "serverTestRun.get" | "skillTestRun.get" = "serverTestRun.get",
): Promise<TestRunDetail> {
  return pollUntil(
    () => client.call(read, { id }),
    ({ status }) => isTestRunFinished(status),
  );
}

/**
 * The code of a valid server of 2026-07-28 and 2025-11-25. `changes` are statements that introduce faults: they may replace entries
 * of `tools` (each with a `run`) and `methods`, and may define `raw(response, method, id)`, which responds before other code.
 */
export function serverCode(changes = ""): string {
  return `
import { createServer } from "node:http";
const serverInfo = { name: "own", version: "1.0.0" };
const capabilities = { tools: {} };
const schema = { type: "object", properties: {}, additionalProperties: true };
const tools = [
  { name: "add", description: "Adds.", inputSchema: { type: "object", properties: { a: { type: "number", examples: [2] }, b: { type: "number", default: 3 } }, required: ["a", "b"] }, outputSchema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] }, annotations: { readOnlyHint: true }, run: ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }], structuredContent: { sum: a + b } }) },
  { name: "drop", description: "Drops all.", inputSchema: schema, run: () => { throw new Error("dropped"); } },
];
let raw;
const listed = () => tools.map(({ run, ...tool }) => tool);
const methods = {
  "server/discover": () => ({ resultType: "complete", supportedVersions: ["2026-07-28"], capabilities, serverInfo, ttlMs: 0, cacheScope: "private" }),
  initialize: () => ({ protocolVersion: "2025-11-25", capabilities, serverInfo }),
  ping: () => ({}),
  "tools/list": () => ({ resultType: "complete", tools: listed(), ttlMs: 0, cacheScope: "private" }),
  "tools/call": async ({ name, arguments: input }) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw Object.assign(new Error("There is no tool " + name), { code: -32602 });
    return { resultType: "complete", ...(await tool.run(input ?? {})) };
  },
};
${changes}
createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8").on("data", (chunk) => (text += chunk)).on("end", async () => {
    const { id, method, params } = JSON.parse(text || "{}");
    if (id === undefined) return response.writeHead(202).end();
    if (raw?.(response, method, id)) return;
    const answer = async () => {
      const run = methods[method];
      if (!run) return { error: { code: -32601, message: "Method not found" } };
      try {
        return { result: await run(params ?? {}) };
      } catch (error) {
        return { error: { code: error.code ?? -32603, message: error.message } };
      }
    };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, ...(await answer()) }));
  });
}).listen(Number(process.env.PORT), process.env.HOST);
`;
}
