import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import type { NamedMcpServer } from "../../../src/extension/tools/model/mcpAccess.ts";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import { serveStdio } from "../../../src/service/stdio/serveStdio.ts";
import { readBrowserEnvironment } from "../../host/browser.ts";
import { chromiumFolder } from "../../host/prepare/paths.mjs";
import { stdioManifest } from "../../support/servers/stdioServer.ts";
import type { startServedService } from "../../support/service/servedService.ts";
import type { PublicServer } from "./publicServers.ts";

const manifestSchema = z.object({
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]),
});

export interface StartedServer extends NamedMcpServer {
  readonly version: string;
  stop(): Promise<void>;
}

type Served = Awaited<ReturnType<typeof startServedService>>;

/** Starts a package of `folder`, and returns what *Connect to MCP Server...* asks for. */
export async function startPublicServer(served: Served, folder: string, server: PublicServer): Promise<StartedServer> {
  const { entry, version, path } = readPackage(folder, server.package);
  const start = {
    deployed: () => deploy(served, server, { version, path }),
    stdio: () => serveProgram(entry, server),
    http: () => startProcess(entry, server),
  };
  return { name: server.package, version, ...(await start[server.transport ?? "stdio"]()) };
}

/** Deploys a folder with a lock file, as a user does. */
async function deploy(
  served: Served,
  { package: name }: PublicServer,
  { version, path }: Record<"version" | "path", string>,
) {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-public-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: { [name]: version } }));
  execFileSync(
    "npm",
    ["install", "--package-lock-only", "--no-omit-lockfile-registry-resolved", "--no-audit", "--no-fund"],
    { cwd: folder, stdio: "ignore" },
  );
  const files = {
    "server.mjs": `await import("${name}/${path}");`,
    "server.json": JSON.stringify(stdioManifest),
    "package-lock.json": readFileSync(join(folder, "package-lock.json"), "utf8"),
  };
  rmSync(folder, { recursive: true, force: true });
  const deployed = await served.deploy(name.replace(/^@/, "").replaceAll("/", " "), {
    ...{ kind: "files", entry: "server.mjs" },
    files: Object.entries(files).map(([path, content]) => ({ path, content, encoding: "utf8" })),
  });
  const stop = async () => {
    await served.api.call("server.update", { id: deployed.server.id, desiredState: "stopped" });
  };
  return { url: deployed.url, headers: deployed.headers, stop };
}

/** Serves a program by the adapter of deployed ones, without their confinement: it reads the folder of the packages. */
async function serveProgram(entry: string, server: PublicServer) {
  const program = await spawnServer(entry, server);
  const { stdin: input, stdout: output } = program.child;
  if (!input || !output) throw new Error("It has no standard input and output.");
  const adapter = serveStdio({ input, output }, { onLine: () => {}, kill: () => program.child.kill("SIGKILL") });
  const listener = createServer((socket) => {
    socket.on("error", () => {});
    adapter.endpoint.connect().then(
      (near) =>
        near
          .on("error", () => {})
          .pipe(socket)
          .pipe(near),
      () => socket.destroy(),
    );
  }).listen(program.port, "127.0.0.1");
  const stop = async () => {
    listener.close();
    await program.stop();
  };
  return waitUntilItAnswers({ ...program, stop });
}

const startProcess = async (entry: string, server: PublicServer) =>
  waitUntilItAnswers(await spawnServer(entry, server));

function readPackage(folder: string, name: string) {
  const root = join(folder, "node_modules", name);
  const { version, bin } = manifestSchema.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const [path = ""] = typeof bin === "string" ? [bin] : Object.values(bin);
  const entry = join(root, path);
  if (!existsSync(entry)) throw new Error(`${name} has no ${path}.`);
  return { version, entry, path };
}

const madeUp = "made-up-0123456789abcdef0123456789abcdef";

/** A process with a home of its own. */
async function spawnServer(entry: string, { args = [], key }: PublicServer) {
  const port = await findFreePort();
  const home = mkdtempSync(join(tmpdir(), "fairlead-public-"));
  const chromium = join(chromiumFolder(), "chromium");
  const given = args.map((argument) => (argument === "CHROMIUM" ? chromium : argument));
  const child = spawn(process.execPath, [entry, ...given], {
    env: {
      ...readBrowserEnvironment(),
      PATH: process.env.PATH,
      HOME: home,
      PORT: String(port),
      ...(key && { [key]: madeUp }),
    },
    ...{ cwd: home, detached: true, stdio: ["pipe", "pipe", "pipe"] },
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors = (errors + chunk).slice(-300)));
  const stop = async () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended.
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  return { child, port, stop, errors: () => errors };
}

async function waitUntilItAnswers({ child, port, stop, errors }: Awaited<ReturnType<typeof spawnServer>>) {
  const url = `http://127.0.0.1:${port}/mcp`;
  for (let count = 0; count < 300 && child.exitCode === null; count += 1) {
    if (
      await fetch(url, { method: "HEAD" }).then(
        () => true,
        () => false,
      )
    )
      return { url, headers: {}, stop };
    await setTimeout(100);
  }
  await stop();
  throw new Error(`It does not answer at ${url}: ${errors()}`);
}
