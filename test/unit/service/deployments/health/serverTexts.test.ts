import { expect, onTestFinished, test } from "vitest";
import { createManualClock } from "../../../../support/deployments/manualClock.ts";
import { startThreadFixture } from "../../../../support/service/deploymentFixture.ts";
import { publishFiles } from "../../../../support/service/publishFiles.ts";
import { readDatabaseText } from "../../../../support/storage/readDatabaseText.ts";

const secret = "pass-w0rd-of-the-api";

/** A server that answers each request with an error, which contains its password and much more. */
const content = `
import { createServer } from "node:http";
const error = { code: -32000, message: "no access for " + process.env.API_PASSWORD + " " + "x".repeat(2_000_000) };
let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  // A probe tries both versions of the protocol.
  if (requests === 3) console.log("answered a probe");
  response.writeHead(500, { "Content-Type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id: 1, error }));
});
server.listen(Number(process.env.PORT), process.env.HOST);
for (let line = 0; line < 10; line += 1) console.log("x".repeat(100_000));
`;

test("what a failed server says is stored masked and short, in its deployment, health and events", async () => {
  const { clock, advance } = createManualClock();
  const fixture = await startThreadFixture({ clock, startTimeoutMs: 1000 });
  onTestFinished(() => fixture.close());
  const serverId = fixture.makeServer("talkative");
  fixture.setEnvironment(serverId, { API_PASSWORD: secret });
  publishFiles(fixture.context, serverId, "1.0.0", [{ path: "server.mjs", content }], "server.mjs");
  const { id } = fixture.deploy(serverId, "1.0.0");
  await fixture.waitForDeployment(id, (_, events) => events.some(({ message }) => message === "answered a probe"));
  advance(1000);
  const { failure } = await fixture.waitForStatus(id, "failed");
  expect(failure?.message).toContain("no access for *** x");
  for (const text of [failure?.message ?? "", ...(failure?.log ?? [])])
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
  expect(readDatabaseText(fixture.context.db)).not.toContain(secret);
});
