import { callTool } from "../service/gatewayCall.ts";
import { startContainerFixture } from "./containerFixture.ts";

/**
 * A service that a test kills: `node containerProcess.ts <socket of the engine> <data folder> <base image>`. It prints the id of a live deployment
 * when one server responds and another one is in an endless loop.
 */
const [socket = "", folder = "", base = ""] = process.argv.slice(2);
const fixture = await startContainerFixture(socket, base, folder);
const { serverId, deployment } = await fixture.run("healthy");
await callTool(fixture, serverId, "echo");
const spinning = await fixture.run("healthy");
callTool(fixture, spinning.serverId, "echo", { log: "spinning", spin: true }).catch(() => undefined);
await fixture.waitForDeployment(spinning.deployment.id, (_, events) =>
  events.some(({ message }) => message === "spinning"),
);
process.stdout.write(`${JSON.stringify({ serverId, live: deployment.id })}\n`);
