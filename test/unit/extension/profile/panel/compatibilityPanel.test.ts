import { afterAll, describe, expect, test } from "vitest";
import { createCompatibilityPanel } from "../../../../../src/extension/profile/panel/compatibilityPanel.ts";
import { createEvidence } from "../../../../support/dialect/learnedProfile.ts";
import { createServiceProfilePanelFixture } from "../../../../support/panels/serviceProfilePanelFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startSimulatedService } from "../../../../support/simulated/simulatedService.ts";
import { openTruth } from "../../../../support/simulated/truth/truth.ts";

const served = await useServedService();
const truth = await openTruth();
afterAll(() => truth.close());

/** The panel of a service with another dialect. */
async function createPanelFixture() {
  const service = await startSimulatedService({ seed: 5, truth });
  const panel = await createServiceProfilePanelFixture(served, { ...service, name: "Harbour" });
  return {
    ...{ ...panel, service },
    [Symbol.asyncDispose]: async () => {
      await panel[Symbol.asyncDispose]();
      await service.close();
    },
  };
}

describe("the compatibility panel", () => {
  test("posts nothing before its page is ready, then the report at once, with the connection in its title", async () => {
    await using panel = await createPanelFixture();
    panel.learned().saveEvidence("servers.list", createEvidence());
    expect([panel.posted, panel.scheduledTasks]).toEqual([[], []]);
    panel.controller.onMessage({ type: "ready" });
    const { shown, problem } = await panel.waitForReport(({ shown: report }) => report !== null);
    expect(problem).toBeNull();
    expect(shown).toMatchObject({ connection: "Harbour", host: new URL(panel.service.url).host });
    expect(panel.titles.at(-1)).toBe("Service Profile: Harbour");
  });

  test("posts new evidence once for several facts, and while it is hidden when it becomes visible", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(({ shown }) => shown !== null);
    const before = panel.posted.length;
    panel.learned().saveEvidence("servers.list", createEvidence({ states: ["Hibernating"] }));
    panel.learned().saveEvidence("skills.list", createEvidence());
    expect([panel.scheduledTasks.length, panel.posted.length]).toEqual([1, before]);
    panel.scheduledTasks.shift()?.();
    await panel.waitForReport((message) => JSON.stringify(message).includes("Hibernating"));
    expect(panel.posted.length).toBe(before + 1);
    panel.controller.hide();
    const listOfLists = createEvidence({ outcome: "refused", words: "It is a list of lists." });
    panel.learned().saveEvidence("servers.list", listOfLists);
    expect([panel.scheduledTasks.length, panel.posted.length]).toEqual([0, before + 1]);
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport((message) => JSON.stringify(message).includes("It is a list of lists."));
  });

  test("runs the command of each button, with the operation that it is about", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "act", action: "shareProfile" });
    panel.controller.onMessage({ type: "act", action: "importProfile" });
    panel.controller.onMessage({ type: "act", action: "editProfile", operation: "servers.list" });
    panel.controller.onMessage({ type: "act", action: "chooseKeyHeader", operation: "no.such" });
    expect(panel.targetedCommands).toEqual([
      ["fairlead.profile.export", {}],
      ["fairlead.profile.import", {}],
      ["fairlead.profile.open", { operation: "servers.list" }],
      ["fairlead.keyHeader.choose", {}],
    ]);
  });

  test("asks before changes again, if the user has turned the questions off", async () => {
    await using panel = await createPanelFixture();
    const session = panel.app.connections.session();
    if (session.kind === "connected") await session.profileStore.setAsksBeforeChanges(false);
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(({ shown }) => shown?.profile?.asksBeforeChanges === false);
    const done = panel.waitForDone();
    panel.controller.onMessage({ type: "askBeforeChanges" });
    expect(await done).toBe("Fairlead asks again before changes of Harbour.");
    expect(panel.learned().asksBeforeChanges()).toBe(true);
  });

  test("follows the connection, and posts nothing of the previous one", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(({ shown }) => shown !== null);
    await panel.app.connections.useLocal();
    const { shown } = await panel.waitForReport((message) => message.shown?.connection === "Local service");
    expect(shown?.summary).toContain("implements Fairlead's API");
    expect([shown?.areas, shown?.profile]).toEqual([[], null]);
  });

  test("still shows the report after a sign-out, and offers to sign in", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    const active = panel.app.connections.active();
    if (active) await panel.app.connections.signOut(active);
    const { shown, problem } = await panel.waitForReport((message) => message.problem !== null);
    expect([shown?.connection, problem?.remedy]).toEqual(["Harbour", "Sign In"]);
    panel.controller.onMessage({ type: "remedy" });
    expect(panel.ranCommands).toEqual(["fairlead.connection.signIn"]);
  });

  test("shows why there is no report, and offers the remedy", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    for (const connection of panel.app.connections.all()) await panel.app.connections.remove(connection);
    const { shown, problem } = await panel.waitForReport((message) => message.problem !== null);
    expect([shown, problem]).toEqual([null, { message: "No service is connected.", remedy: "Connect" }]);
  });

  test("connects when it is restored", async () => {
    await using panel = await createPanelFixture();
    const active = panel.app.connections.active();
    await panel.app.connections.useLocal();
    if (active) await panel.app.connections.use(active.id);
    panel.controller.onMessage({ type: "ready" });
    const { shown } = await panel.waitForReport((message) => message.shown !== null);
    expect(shown?.connection).toBe("Harbour");
  });

  test("shows a failed action to the user", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    const failing = { ...panel.app, run: async () => Promise.reject(new Error("The disk is full.")) };
    const kind = createCompatibilityPanel({ app: failing });
    const controller = kind.open({}, { post: () => {}, setTitle: () => {}, close: () => {} });
    controller.onMessage({ type: "act", action: "shareProfile" });
    await expect.poll(() => panel.messages.shown).toEqual(["error: The disk is full."]);
    controller.dispose();
  });
});
