/** The manifest of a server that exchanges messages over its standard input and output. */
export const stdioManifest = {
  name: "com.example/stdio",
  packages: [{ registryType: "npm", identifier: "stdio", version: "1.0.0", transport: { type: "stdio" } }],
} as const;

/**
 * The code of a small MCP server on standard input and output, without packages. It serves 2025-11-25; with `isModern` it serves 2026-07-28
 * only. `before` runs before it reads. Its tools: `echo` (its arguments), `wait` (reports progress, then waits until it is cancelled),
 * `cancelled` (the number of cancelled calls), `ask` (what a client responds to a request), `print` (writes a line that is no message),
 * `crash`, `change` (notifies of changed tools) and `log`.
 */
export function createStdioServerCode({ isModern = false, before = "" } = {}): string {
  return `
import { createInterface } from "node:readline";
${before}
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const serverInfo = { name: "stdio", version: "1.0.0" };
const capabilities = { tools: { listChanged: true }, logging: {} };
const names = ["echo", "wait", "cancelled", "ask", "print", "crash", "change", "log"];
const tools = names.map((name) => ({ name, description: name, inputSchema: { type: "object", properties: {} } }));
const asked = new Map();
let cancelled = 0;
let hasStarted = false;
const run = {
  echo: (input) => ({ ...input, env: process.env.GREETING }),
  wait: (_, { progressToken }, id) => {
    if (progressToken !== undefined) send({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2, message: "half" } });
    return new Promise(() => {});
  },
  cancelled: () => cancelled,
  ask: ({ method }) => new Promise((resolve) => {
    asked.set("ask", resolve);
    send({ id: "ask", method, params: {} });
  }),
  print: () => process.stdout.write("not a message\\n"),
  crash: () => process.exit(7),
  change: () => send({ method: "notifications/tools/list_changed" }),
  log: () => send({ method: "notifications/message", params: { level: "warning", data: "from the server" } }),
};
const methods = {
  "tools/list": () => ({ tools, ...(${isModern} && { resultType: "complete", ttlMs: 0, cacheScope: "private" }) }),
  "tools/call": async ({ name, arguments: input = {}, _meta = {} }, id) => {
    if (!run[name]) throw Object.assign(new Error("There is no tool " + name), { code: -32602 });
    const text = JSON.stringify((await run[name](input, _meta, id)) ?? null);
    return { content: [{ type: "text", text }], ...(${isModern} && { resultType: "complete" }) };
  },
  ...(${isModern}
    ? { "server/discover": () => ({ resultType: "complete", supportedVersions: ["2026-07-28"], capabilities, ttlMs: 0, cacheScope: "private", _meta: { "io.modelcontextprotocol/serverInfo": serverInfo } }) }
    : { initialize: () => ({ protocolVersion: "2025-11-25", capabilities, serverInfo, instructions: "Echo." }) }),
};
const respond = async ({ id, method, params = {}, result, error }) => {
  if (method === undefined) return asked.get(id)?.(result ?? error);
  if (method === "notifications/cancelled") cancelled += 1;
  if (method === "notifications/initialized") hasStarted = true;
  if (id === undefined) return;
  try {
    if (${isModern} && params._meta?.["io.modelcontextprotocol/protocolVersion"] !== "2026-07-28") throw Object.assign(new Error("Unsupported protocol version"), { code: -32022 });
    if (!${isModern} && !hasStarted && method !== "initialize") throw Object.assign(new Error("Not initialized"), { code: -32600 });
    if (!methods[method]) throw Object.assign(new Error("Method not found"), { code: -32601 });
    send({ id, result: await methods[method](params, id) });
  } catch (error) {
    send({ id, error: { code: error.code ?? -32603, message: error.message } });
  }
};
console.error("reads its input");
createInterface({ input: process.stdin }).on("line", (line) => respond(JSON.parse(line)));
`;
}
