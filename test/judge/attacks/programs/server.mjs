// A deployed server whose tool `attack` runs one attack. `where` says how the server runs.
import { createServer } from "node:http";
import { runAttack } from "./runAttack.mjs";

const serverInfo = { name: "attacks", version: "1.0.0" };
const capabilities = { tools: {} };
const tools = ["attack", "where"].map((name) => ({ name, description: name, inputSchema: { type: "object" } }));

/** Other deployed servers must not learn this. */
const secret = process.env.SERVER_SECRET;

const run = {
  attack: ({ group, name, targets }) => runAttack(group, name, targets),
  where: () => ({ port: Number(process.env.PORT), pid: process.pid, folder: process.cwd(), secret }),
};

const methods = {
  "server/discover": () => ({
    ...{ resultType: "complete", supportedVersions: ["2026-07-28"], capabilities, serverInfo },
    ...{ ttlMs: 0, cacheScope: "private" },
  }),
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities, serverInfo }),
  ping: () => ({}),
  "tools/list": () => ({ resultType: "complete", tools, ttlMs: 0, cacheScope: "private" }),
  "tools/call": async ({ name, arguments: input = {} }) => {
    const text = JSON.stringify(await run[name](input));
    return { resultType: "complete", content: [{ type: "text", text }] };
  },
};

createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", async () => {
    const { id, method, params = {} } = JSON.parse(text || "{}");
    if (id === undefined) return response.writeHead(202).end();
    const found = methods[method];
    const answer = found ? { result: await found(params) } : { error: { code: -32601, message: "Method not found" } };
    response.writeHead(200, { "Content-Type": "application/json" });
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });
}).listen(Number(process.env.PORT), process.env.HOST);
