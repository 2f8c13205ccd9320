import type { TinyVariant } from "../servers/tinyServer.ts";
import { startDeploymentFixture } from "./deploymentFixture.ts";
import { callTool } from "./gatewayCall.ts";

/**
 * A service process that a test kills: `node deploymentProcess.ts <data folder>`. It runs one server, has a second
 * deployment waiting in `starting`, and prints one line of JSON when both are so. With `spin` after the folder, one more of each is in
 * an endless loop.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error("Name the data folder.");
const fixture = await startDeploymentFixture({}, folder);
const { serverId, deployment } = await fixture.run("healthy");
const { pid } = await callTool(fixture, serverId, "echo");
const slow = await startUnresponsive("neverListens");
const pids = [pid, slow.pid, ...(process.argv[3] === "spin" ? await startSpinning() : [])];
process.stdout.write(`${JSON.stringify({ serverId, live: deployment.id, starting: slow.id, pids })}\n`);

/** The processes of a server that was healthy, and of one that never became healthy. */
async function startSpinning() {
  const once = await fixture.run("healthy");
  const healthy = await callTool(fixture, once.serverId, "echo");
  callTool(fixture, once.serverId, "echo", { log: "spinning", spin: true }).catch(() => undefined);
  await fixture.waitForDeployment(once.deployment.id, (_, events) =>
    events.some(({ message }) => message === "spinning"),
  );
  return [healthy.pid, (await startUnresponsive("spins")).pid];
}

/** Starts a deployment whose process does not respond. */
async function startUnresponsive(variant: TinyVariant) {
  const server = fixture.makeServer(variant, variant);
  const { id } = fixture.deploy(server, "1.0.0");
  await fixture.waitForDeployment(id, (_, events) => events.some((event) => event.data?.step === "handshake"));
  const started = fixture.eventsOf(id).find((event) => /^Process \d+ started\b/.test(event.message));
  return { id, pid: Number(/\d+/.exec(started?.message ?? "")?.[0]) };
}
