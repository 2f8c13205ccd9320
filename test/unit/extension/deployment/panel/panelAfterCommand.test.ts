import { describe, expect, test } from "vitest";
import { startServer } from "../../../../../src/extension/server/commands/startServer.ts";
import { createDeploymentPanelFixture } from "../../../../support/panels/deploymentPanelFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { waitOrShow } from "../../../../support/waitOrShow.ts";

const served = await useServedService();
const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Shown", "healthy"));
const subject = { deploymentId: deployment.id, version: deployment.version, serverName: "Shown" };
const panelOf = () => createDeploymentPanelFixture(served, subject);
const first = { type: "ready", lastSequence: 0, savedSequence: 0 } as const;

describe("the panel of a deployment", () => {
  test("reads its state and health at once after a command that changed something", async () => {
    await using panel = await panelOf();
    panel.controller.onMessage(first);
    await panel.waitForMessage("health");
    await panel.waitForMessage("tests");
    await panel.waitForMessage("streamState", ({ state }) => state === "live");
    const countReads = () => panel.posted.filter(({ type }) => type === "health" || type === "facts").length;
    const before = countReads();
    panel.app.refresh("fairlead.servers");
    await panel.waitFor(() => countReads() >= before + 2 || undefined);
  });

  test("gives its place to the page of the deployment that its Start begins", async () => {
    await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
    await using panel = await panelOf();
    panel.app.run = async (command, target) => {
      panel.commandRuns.push({ command, target });
      if (command === "fairlead.server.start") await startServer(panel.app, target ?? {});
    };
    panel.controller.onMessage(first);
    await panel.waitForMessage("facts", ({ facts }) => facts.status === "stopped");
    panel.controller.onMessage({ type: "action", action: "start" });
    await waitOrShow(panel.closed, () => panel.commandRuns);
    const [newest] = (await served.api.call("deployments.list", { serverId: server.id, limit: 1 })).items;
    expect(newest?.id).not.toBe(deployment.id);
    expect(panel.commandRuns.map(({ command, target }) => [command, target?.node])).toMatchObject([
      ["fairlead.server.start", { deployment: { id: deployment.id } }],
      ["fairlead.deployment.open", { deployment: { id: newest?.id } }],
    ]);
  });
});
