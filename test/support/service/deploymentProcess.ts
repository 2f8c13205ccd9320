import type { TinyVariant } from "../servers/tinyServer.ts";
import { startDeploymentFixture } from "./deploymentFixture.ts";
import { callTool } from "./gatewayCall.ts";

/**
 * A service as a process of its own, to be killed: `node deploymentProcess.ts <data folder>`. It runs one server, has a second
 * deployment waiting in `starting`, and prints one line of JSON when both are so. With `spin` after the folder, one more of each is in
 * an endless loop.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error("Name the data folder.");
const bench = await startDeploymentFixture({ startTimeoutMs: 60_000 }, folder);
const { serverId, deployment } = await bench.run("healthy");
const { pid } = await callTool(bench, serverId, "echo");
const slow = await starting("neverListens");
const pids = [pid, slow.pid, ...(process.argv[3] === "spin" ? await spinning() : [])];
process.stdout.write(`${JSON.stringify({ serverId, live: deployment.id, starting: slow.id, pids })}\n`);

/** The processes of a server that was healthy, and of one that never was. */
async function spinning() {
  const once = await bench.run("healthy");
  const healthy = await callTool(bench, once.serverId, "echo");
  callTool(bench, once.serverId, "echo", { log: "spinning", spin: true }).catch(() => undefined);
  await bench.until(once.deployment.id, (_, events) => events.some(({ message }) => message === "spinning"));
  return [healthy.pid, (await starting("spins")).pid];
}

/** A deployment whose process was started and does not answer. */
async function starting(variant: TinyVariant) {
  const server = bench.makeServer(variant);
  bench.publish(server, "1.0.0", variant);
  const { id } = bench.deploy(server, "1.0.0");
  await bench.until(id, (_, events) => events.some((event) => event.data?.step === "handshake"));
  const started = bench.eventsOf(id).find((event) => /^Process \d+ started$/.test(event.message));
  return { id, pid: Number(/\d+/.exec(started?.message ?? "")?.[0]) };
}
