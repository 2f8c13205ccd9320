import { callTool } from "../service/gatewayCall.ts";
import { startContainerFixture } from "./containerFixture.ts";
import { createNodeImage, toBaseImage } from "./nodeBaseImage.ts";

/**
 * A service that a test kills: `node containerProcess.ts <socket of the engine> <data folder>`. It prints the id of a live deployment
 * when one server responds and another one is in an endless loop.
 */
const [socket = "", folder = ""] = process.argv.slice(2);
const base = toBaseImage(createNodeImage());
const fixture = await startContainerFixture(socket, () => base, folder);
const { serverId, deployment } = await fixture.run("healthy");
await callTool(fixture, serverId, "echo");
const spinning = await fixture.run("healthy");
callTool(fixture, spinning.serverId, "echo", { log: "spinning", spin: true }).catch(() => undefined);
await fixture.waitForDeployment(spinning.deployment.id, (_, events) =>
  events.some(({ message }) => message === "spinning"),
);
process.stdout.write(`${JSON.stringify({ serverId, live: deployment.id })}\n`);
