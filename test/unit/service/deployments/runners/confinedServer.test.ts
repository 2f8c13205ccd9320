import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { longTest } from "../../../../support/longTest.ts";
import { listenOnLoopback } from "../../../../support/network/listenOnLoopback.ts";
import { reachingServer } from "../../../../support/servers/reachingServer.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../../../../support/service/deploymentFixture.ts";
import { callGateway, callTool } from "../../../../support/service/gatewayCall.ts";
import { createMachineSandbox, hasSandbox } from "../../../../support/service/machineSandbox.ts";
import { publishFiles } from "../../../../support/service/publishFiles.ts";

describe.skipIf(!hasSandbox)("a confined server", () => {
  let fixture: DeploymentFixture;
  beforeAll(async () => {
    fixture = await startDeploymentFixture({}, undefined, createMachineSandbox());
  });
  afterAll(() => fixture.close());

  const deploy = async (environment: Record<string, string> = {}, manifest: Record<string, unknown> = {}) => {
    const serverId = fixture.makeServer("reaching");
    fixture.setEnvironment(serverId, environment);
    publishFiles(fixture.context, serverId, "1.0.0", [{ path: "a.mjs", content: reachingServer }], "a.mjs", manifest);
    const deployment = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    const reach = async (url: string) => (await callTool(fixture, serverId, "reach", { url })).label;
    return { serverId, deployment, reach };
  };
  const startUpstream = async () => {
    const upstream = createServer((request, response) => response.end(`here ${request.url}`));
    return closeAfterTest(await listenOnLoopback(upstream)).port;
  };

  test("has no port on the machine, and reaches the hosts of its environment and its version, and no other until it is allowed", async () => {
    const [own, named, other] = [await startUpstream(), await startUpstream(), await startUpstream()];
    const { serverId, deployment, reach } = await deploy(
      { API_URL: `http://127.0.0.1:${own}/v1` },
      { _meta: { "io.modelcontextprotocol.registry/publisher-provided": { apiUrls: [`http://127.0.0.1:${named}`] } } },
    );
    expect(deployment.sandbox).toBe("bubblewrap");
    expect(fixture.eventsOf(deployment.id).map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Process \d+ started, confined by bubblewrap$/),
    );
    expect(await reach(`http://127.0.0.1:${own}/a?b=c`)).toBe("200 here /a?b=c");
    expect(await reach(`http://127.0.0.1:${named}/`)).toBe("200 here /");
    const host = `127.0.0.1:${other}`;
    expect(await reach(`http://${host}/`)).toContain("Proxy response (403)");
    await reach(`http://${host}/`);
    await fixture.waitForDeployment(deployment.id, (_, events) =>
      events.some(({ data }) => data?.refusedHost === host),
    );
    const refusals = fixture.eventsOf(deployment.id).filter(({ data }) => data?.refusedHost !== undefined);
    expect(refusals).toMatchObject([
      { level: "warning", message: expect.stringContaining(host), data: { refusedHost: host } },
    ]);
    fixture.context.db.run("UPDATE servers SET allowed_hosts_json = ? WHERE id = ?", JSON.stringify([host]), serverId);
    expect(await reach(`http://${host}/`)).toBe("200 here /");
  });

  longTest("receives a long answer whole, also when its sender closes the connection", async () => {
    const size = 10_000_000;
    const upstream = createServer((_, response) => response.setHeader("Connection", "close").end("x".repeat(size)));
    const { port } = closeAfterTest(await listenOnLoopback(upstream));
    const { reach } = await deploy({ API_URL: `http://127.0.0.1:${port}` });
    expect((await reach(`http://127.0.0.1:${port}/`)).length).toBe(size + "200 ".length);
  });

  longTest("sends a long answer whole to a slow reader, also when it closes the connection", async () => {
    const { serverId, reach } = await deploy();
    const size = 10_000_000;
    const params = { name: "reach", arguments: { size } };
    const response = await callGateway(fixture, serverId, "tools/call", params);
    let received = 0;
    for await (const chunk of response.body ?? []) {
      // It answers others while this reader waits.
      if (received === 0) await reach("http://127.0.0.1:1/");
      received += chunk.length;
    }
    expect(received).toBeGreaterThan(size);
  });

  longTest("that hangs while it starts fails in time", async () => {
    const quick = await startDeploymentFixture(
      { startTimeoutMs: 500, stopGraceMs: 100 },
      undefined,
      createMachineSandbox(),
    );
    onTestFinished(() => quick.close());
    const serverId = quick.makeServer("hanging");
    publishFiles(quick.context, serverId, "1.0.0", [{ path: "a.mjs", content: "for (;;);" }], "a.mjs");
    const failed = await quick.waitForStatus(quick.deploy(serverId, "1.0.0").id, "failed");
    expect(failed.failure).toMatchObject({
      step: "handshake",
      message: expect.stringContaining("did not respond within"),
    });
  });

  test("is started again after a crash, which is described by its signal, and is asked to end before it is killed", async () => {
    const { serverId, deployment, reach } = await deploy();
    await callTool(fixture, serverId, "reach", { kill: true }).catch(() => undefined);
    await fixture.waitForDeployment(deployment.id, (_, events) =>
      events.some(({ message }) => message?.includes("was ended by SIGABRT")),
    );
    await fixture.waitForDeployment(
      deployment.id,
      ({ status }, events) =>
        status === "running" && events.some(({ message }) => message === "The server is running again."),
    );
    expect(await reach("http://127.0.0.1:1/")).toContain("bad port");
    fixture.supervisor.setDesiredState(serverId, "stopped");
    await fixture.waitForDeployment(deployment.id, (_, events) =>
      events.some(({ message }) => message === "asked to end"),
    );
  });
});
