/**
 * Small MCP servers for deployments in tests, in plain node:http. The variant selects their faults.
 * Their tools: `echo` (its arguments and what the process sees; never, in an endless loop, with `spin`), `slow` (answers after `ms`), `crash` (ends the process).
 */
export const tinyVariants = [
  ...["healthy", "legacyOnly", "sessions", "modernOnly", "neverListens", "exitsAtOnce", "endsByItself", "noisy"],
  ...["streaming", "ignoresTerm", "spins"],
] as const;
export type TinyVariant = (typeof tinyVariants)[number];

/** Creates the files of a server of this variant; the results of `echo` contain `label`. */
export function createTinyServerFiles(
  variant: TinyVariant,
  label: string = variant,
): { path: string; content: string }[] {
  const settings = JSON.stringify({ variant, label });
  return [
    { path: "server.mjs", content: source },
    { path: "lib/settings.json", content: settings },
  ];
}

export const tinyEntry = "server.mjs";

/** The source of a server of this variant. */
export function createTinySource(variant: TinyVariant) {
  const files = createTinyServerFiles(variant).map((file) => ({ ...file, encoding: "utf8" as const }));
  return { kind: "files", files, entry: tinyEntry } as const;
}

const source = `
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const { variant, label } = JSON.parse(readFileSync(new URL("./lib/settings.json", import.meta.url), "utf8"));
console.log("starting " + label);
if (variant === "exitsAtOnce") {
  console.error("cannot go on: the database is locked");
  process.exit(3);
}
if (variant === "spins") for (;;);
if (variant === "ignoresTerm") process.on("SIGTERM", () => console.log("not yet"));
if (variant === "noisy") for (let line = 0; line < 3000; line += 1) console.log("line " + line);

const tools = ["echo", "slow", "crash"].map((name) => ({ name, inputSchema: { type: "object" } }));
const serverInfo = { name: "tiny", version: "1.0.0" };
const capabilities = { tools: {} };

const attempts = {
  read: async (path) => String(readFileSync(path)),
  write: async (path) => (await import("node:fs")).writeFileSync(path, "x"),
  spawn: async () => (await import("node:child_process")).spawnSync("true").status,
  worker: async () => new (await import("node:worker_threads")).Worker("1", { eval: true }),
  sqlite: async (path) => new (await import("node:sqlite")).DatabaseSync(path),
  kill: async (pid) => process.kill(Number(pid), 0),
  ownSignal: async (signal) => new Promise((resolve, reject) => {
    process.once(signal, resolve);
    try { process.kill(process.pid, 0); process.kill(process.pid, signal); } catch (error) { reject(error); }
  }),
  renamed: async (pid) => {
    const own = process.pid;
    Object.defineProperty(process, "pid", { value: Number(pid) });
    try { process.kill(Number(pid), 0); } finally { Object.defineProperty(process, "pid", { value: own }); }
  },
  debug: async (pid) => process._debugProcess(Number(pid)),
  flags: async () => (await import("node:v8")).setFlagsFromString("--trace-turbo"),
  priority: async (pid) => (await import("node:os")).setPriority(Number(pid), 1),
  socketFile: async (path) => listening((await import("node:net")).createServer(), path),
  socket: async (path) => connected((await import("node:net")).connect(path)),
};

const listening = (server, path) => new Promise((resolve, reject) => server.once("error", reject).listen(path, resolve));
const connected = (socket) => new Promise((resolve, reject) => socket.once("error", reject).once("connect", resolve));

async function attempt({ what, on }) {
  try {
    await attempts[what](on);
    return "done";
  } catch (error) {
    return error.code ?? error.message;
  }
}

async function call(name, input) {
  if (name === "crash") setImmediate(() => process.exit(7));
  if (name === "slow") await new Promise((resolve) => setTimeout(resolve, input.ms));
  if (input.log) console.log(input.log);
  if (input.describe) tools[0].description = input.describe;
  if (input.spin) for (;;);
  const tried = input.attempt ? await attempt(input.attempt) : undefined;
  return { label, pid: process.pid, env: process.env, headers: input.headers, tried };
}

const methods = {
  "server/discover": () => ({ resultType: "complete", supportedVersions: ["2026-07-28"], capabilities, serverInfo, ttlMs: 0, cacheScope: "private" }),
  ping: () => ({}),
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities, serverInfo }),
  "tools/list": () => ({ resultType: "complete", tools, ttlMs: 0, cacheScope: "private" }),
  "tools/call": async ({ name, arguments: input = {} }, headers) => {
    const isError = !tools.some((tool) => tool.name === name);
    if (isError) return { resultType: "complete", isError, content: [{ type: "text", text: "There is no tool " + name }] };
    const found = await call(name, { ...input, headers });
    return { resultType: "complete", content: [{ type: "text", text: JSON.stringify(found) }] };
  },
};
if (variant === "legacyOnly" || variant === "sessions") delete methods["server/discover"];
if (variant === "modernOnly") delete methods.initialize;

const sessions = new Set();
const openSession = () => {
  if (variant !== "sessions") return undefined;
  const id = crypto.randomUUID();
  sessions.add(id);
  return { "Mcp-Session-Id": id };
};

async function answer(request, response, text) {
  const { id, method, params } = JSON.parse(text);
  const sessionId = request.headers["mcp-session-id"];
  if (variant === "sessions" && sessionId !== undefined && !sessions.has(sessionId)) return response.writeHead(404).end();
  if (id === undefined) return response.writeHead(202).end();
  const run = methods[method];
  const unknown = { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
  const message = run ? { jsonrpc: "2.0", id, result: await run(params ?? {}, request.headers) } : unknown;
  const session = method === "initialize" ? openSession() : undefined;
  if (variant !== "streaming") return response.writeHead(run ? 200 : 404, { "Content-Type": "application/json", ...session }).end(JSON.stringify(message));
  response.writeHead(200, { "Content-Type": "text/event-stream", "Access-Control-Allow-Origin": "*" });
  const say = (data) => response.write("event: message\\ndata: " + JSON.stringify(data) + "\\n\\n");
  say({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "working" } });
  request.socket.on("close", () => console.log("caller left"));
  if (params?.name === "slow") return;
  say(message);
  response.end();
}

const server = createServer((request, response) => {
  if (request.url !== "/mcp") return response.writeHead(404).end();
  if (request.method === "GET" && variant === "streaming") return response.writeHead(200, { "Content-Type": "text/event-stream" }).write(": open\\n\\n");
  if (request.method !== "POST") return response.writeHead(405).end();
  let text = "";
  request.setEncoding("utf8").on("data", (chunk) => (text += chunk)).on("end", () => answer(request, response, text));
});
// The URL that is called first may change what listens at the port.
if (process.env.ASK_FIRST) await fetch(process.env.ASK_FIRST + "?port=" + process.env.PORT);
if (variant !== "endsByItself") {
  if (variant === "neverListens") setInterval(() => {}, 1000);
  else server.listen(Number(process.env.PORT), process.env.HOST);
}
`;
