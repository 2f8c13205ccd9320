import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { TestRunDetail } from "../../src/contract/testRuns.ts";
import { createPolling } from "../../src/extension/base/polling.ts";
import { followTestRun } from "../../src/extension/testing/model/followTestRun.ts";
import { createPendingTestRuns } from "../../src/extension/testing/model/pendingTestRuns.ts";
import { createStarter } from "../support/servers/createStarter.ts";
import { startDeploymentFixture } from "../support/service/deploymentFixture.ts";
import { getRuntimeToken } from "../support/service/gatewayCall.ts";
import { publishFiles } from "../support/service/publishFiles.ts";
import { writeFile } from "../support/writeFile.ts";
import { runInTurn } from "./measuring/figure.ts";

/**
 * The service in a separate process, so that it does not share the caller's thread. Prints the times of deployments and test runs
 * beside those of a manual start of the same server, then the addresses of two servers, and runs until its input ends.
 */
const bench = await startDeploymentFixture({ probeIntervalMs: 15_000 });
const starter = await createStarter();
const folder = mkdtempSync(join(tmpdir(), "fairlead-byhand-"));
for (const { path, content } of starter.files) writeFile(folder, path, content);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Starts a server and sends requests until it responds, as a user with a shell does, without any delay. */
async function byHand(): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [join(folder, "server.mjs")], {
    cwd: folder,
    env: { PORT: String(port), HOST: "127.0.0.1" },
    stdio: "ignore",
  });
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/list",
  };
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", body, headers });
      await answer.text();
      if (answer.ok) break;
      throw new Error(`tools/list answered ${answer.status}`);
    } catch (error) {
      // fetch throws a TypeError while the server does not listen.
      if (!(error instanceof TypeError)) throw error;
      await wait(2);
    }
  }
  const took = performance.now() - started;
  child.kill();
  return took;
}

const serverId = bench.makeServer("bench");
publishFiles(bench.context, serverId, "1.0.0", starter.files, starter.entry);
const deployed = async () => {
  const started = performance.now();
  await bench.waitForStatus(bench.deploy(serverId, "1.0.0").id, "running");
  return performance.now() - started;
};
const times = await runInTurn(10, deployed, byHand);

/** Creates a version that is not deployed, so that a test run starts a server for it. */
const testedId = bench.makeServer("tested");
publishFiles(bench.context, testedId, "1.0.0", starter.files, starter.entry);
const client = createServiceClient({ baseUrl: bench.context.baseUrl(), key: async () => bench.key });
const polling = createPolling({ refreshMs: () => 10_000 });
const pending = createPendingTestRuns({ client: async () => client, polling });
async function firstCase(): Promise<number> {
  const started = performance.now();
  const { id } = await client.call("serverTestRuns.start", { id: testedId });
  let took = Number.NaN;
  const onChange = async ({ cases = [] }: TestRunDetail) => {
    const isFirst = Number.isNaN(took) && cases.some(({ status }) => status !== "queued" && status !== "running");
    if (isFirst) took = performance.now() - started;
  };
  const { signal } = new AbortController();
  const order = { kind: "server", ownerId: testedId, id, since: 0 } as const;
  await followTestRun({ ...order, client: async () => client, signal, onChange, pending });
  return took;
}
const cases = await runInTurn(7, firstCase, byHand);
await client.close();

const neighbourId = bench.makeServer("neighbour");
publishFiles(bench.context, neighbourId, "1.0.0", starter.files, starter.entry);
await bench.waitForStatus(bench.deploy(neighbourId, "1.0.0").id, "running");
/** The port of a server that is not confined. */
async function findPort(id: string): Promise<number | undefined> {
  const socket = await bench.supervisor.live(id)?.endpoint()?.connect();
  const port = socket instanceof Socket ? socket.remotePort : undefined;
  socket?.destroy();
  return port;
}

const [called, neighbour] = await Promise.all(
  [serverId, neighbourId].map(async (id) => ({
    url: `${bench.context.baseUrl()}/mcp/${id}`,
    token: await getRuntimeToken(bench, id),
    direct: `http://127.0.0.1:${await findPort(id)}/mcp`,
  })),
);
process.stdout.write(`${JSON.stringify({ times, cases, called, neighbour })}\n`);
// The input also ends if the parent process is gone.
process.stdin.resume().once("close", async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
