import { describe, expect, test } from "vitest";
import { recordCalls } from "../../../../../src/extension/deployment/commands/recordCalls.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Weather", "healthy"));

const row = (): TreeNode => ({ kind: "deployment", deployment, live: true, serverName: "Weather" });
const readRecording = async () => (await served.api.call("deployment.get", { id: deployment.id })).recording;

describe("a recording", () => {
  test("is not started with Escape, after its limits were said", async () => {
    const fixture = await createCommandFixture(served, { answers: [escapeAnswer] });
    await recordCalls(fixture.app, { node: row() });
    expect(fixture.prompts.questions).toEqual(["Record the calls of Weather 0.1.0?"]);
    expect(fixture.prompts.details[0]).toContain("30 minutes or 1000 calls");
    expect(await readRecording()).toBeNull();
    await fixture.close();
  });

  test("is started from the row of its deployment, and stopped from its server", async () => {
    const fixture = await createCommandFixture(served, { answers: [true] });
    await recordCalls(fixture.app, { node: row() });
    expect(await readRecording()).toMatchObject({ endedAt: null });
    await recordCalls(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
    expect(await readRecording()).toMatchObject({ end: "stopped" });
    expect(fixture.messages.shown.join()).toContain("status: Stopped recording Weather 0.1.0: 0 calls.");
    await fixture.close();
  });

  test("that cannot start says why", async () => {
    const fixture = await createCommandFixture(served, { answers: [true] });
    await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
    await expect(recordCalls(fixture.app, { node: row() })).rejects.toThrow(/Only a live deployment can be recorded/);
    await fixture.close();
  });
});
