import { startDeploymentBench } from "./deploymentBench.ts";
import { callTool } from "./gatewayCall.ts";

/**
 * A service as a process of its own, to be killed: `node deploymentProcess.ts <data folder>`. It runs one server, has a second
 * deployment waiting in `starting`, and prints one line of JSON when both are so.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error("Name the data folder.");
const bench = await startDeploymentBench({ startTimeoutMs: 60_000 }, folder);
const { serverId, deployment } = await bench.run("healthy");
const { pid } = await callTool(bench, serverId, "echo");
const other = bench.makeServer("slow to start");
bench.publish(other, "1.0.0", "neverListens");
const starting = bench.deploy(other, "1.0.0").id;
await bench.until(starting, (_, events) => events.some((event) => event.data?.step === "handshake"));
const started = bench.eventsOf(starting).find((event) => /^Process \d+ started$/.test(event.message));
const waitingPid = Number(/\d+/.exec(started?.message ?? "")?.[0]);
process.stdout.write(`${JSON.stringify({ serverId, live: deployment.id, starting, pids: [pid, waitingPid] })}\n`);
