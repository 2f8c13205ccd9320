import { mkdtempSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { TestRunDetail } from "../../src/contract/testRuns.ts";
import { createPolling } from "../../src/extension/base/polling.ts";
import { followTestRun } from "../../src/extension/testing/model/followTestRun.ts";
import { createPendingTestRuns } from "../../src/extension/testing/model/pendingTestRuns.ts";
import { findFreePort } from "../../src/service/network/freePort.ts";
import { createStarter } from "../support/servers/createStarter.ts";
import { startDeploymentFixture } from "../support/service/deploymentFixture.ts";
import { getRuntimeToken } from "../support/service/gatewayCall.ts";
import { publishFiles } from "../support/service/publishFiles.ts";
import { writeFile } from "../support/writeFile.ts";
import { runInTurn } from "./measuring/figure.ts";
import { startByHand, waitUntilServing } from "./measuring/startByHand.ts";
import { report } from "./reportingProcess.ts";

/**
 * The service in a separate process, so that it does not share the caller's thread. Prints the times of deployments and test runs
 * beside those of a manual start of the same server, then the addresses of two servers, and runs until its input ends.
 */
const bench = await startDeploymentFixture({ probeIntervalMs: 15_000 });
const starter = await createStarter();
const folder = mkdtempSync(join(tmpdir(), "fairlead-byhand-"));
for (const { path, content } of starter.files) writeFile(folder, path, content);

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } });
const headers = {
  ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
  ...{ "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" },
};

/** Starts a server and sends requests until it responds. */
async function byHand(): Promise<number> {
  const port = await findFreePort();
  const started = performance.now();
  const child = startByHand(folder, "server.mjs", port);
  await waitUntilServing(port, { headers, body });
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
report({ times, cases, called, neighbour }, async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});
