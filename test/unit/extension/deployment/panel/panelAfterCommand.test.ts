import { describe, expect, test } from "vitest";
import { createDeploymentPanelFixture } from "../../../../support/panels/deploymentPanelFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

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
});
