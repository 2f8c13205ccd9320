import { afterAll, describe, expect, test } from "vitest";
import { compatibilityReportSchema } from "../../../../../src/extension/profile/model/compatibilityReportSchema.ts";
import { readLearnedProfile } from "../../../../../src/extension/profile/model/learnedProfile.ts";
import { createCompatibilityPanel } from "../../../../../src/extension/profile/panel/compatibilityPanel.ts";
import {
  type CompatibilityPanelToWebview,
  compatibilityPanelToWebviewSchema,
} from "../../../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { createEvidence } from "../../../../support/dialect/learnedProfile.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startSimulatedService } from "../../../../support/simulated/simulatedService.ts";
import { openTruth } from "../../../../support/simulated/truth/truth.ts";

type ReportMessage = Extract<CompatibilityPanelToWebview, { type: "report" }>;

const served = await useServedService();
const truth = await openTruth();
afterAll(() => truth.close());

/** The controller of a compatibility panel for a service with another dialect. The test runs its scheduled tasks. */
async function createPanelFixture() {
  const service = await startSimulatedService({ seed: 5, truth });
  const fixture = await createCommandFixture(served);
  const { app } = fixture;
  await app.connections.add({ baseUrl: service.url, key: service.key }, "Harbour");
  const posted: CompatibilityPanelToWebview[] = [];
  const titles: string[] = [];
  const scheduledTasks: (() => void)[] = [];
  const targetedCommands: unknown[] = [];
  const listeners = new Set<() => void>();
  const kind = createCompatibilityPanel({
    app: {
      ...app,
      run: async (command, target) => {
        if (target) targetedCommands.push([command, target]);
        else await app.run(command);
      },
    },
    now: () => Date.UTC(2026, 10, 21, 12),
    schedule: (_ms, work) => {
      scheduledTasks.push(work);
      return () => void scheduledTasks.splice(scheduledTasks.indexOf(work), 1);
    },
  });
  const webview = {
    post: (message: CompatibilityPanelToWebview) => {
      posted.push(compatibilityPanelToWebviewSchema.parse(message));
      for (const listener of listeners) listener();
    },
    setTitle: (text: string) => void titles.push(text),
  };
  const controller = kind.open({}, webview);
  const lastReport = () => posted.findLast((message): message is ReportMessage => message.type === "report");
  /** Waits until the last report matches, and returns it. */
  const waitForReport = (fits: (message: ReportMessage) => boolean): Promise<ReportMessage> => {
    const { promise, resolve } = Promise.withResolvers<ReportMessage>();
    const check = () => {
      const message = lastReport();
      if (message && fits(message)) resolve(message);
    };
    listeners.add(check);
    check();
    return promise;
  };
  const waitForDone = () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    listeners.add(() => {
      const message = posted.at(-1);
      if (message?.type === "done") resolve(message.message);
    });
    return promise;
  };
  const learned = () => {
    const found = readLearnedProfile(app.connections);
    if (!found) throw new Error("it is connected");
    return found;
  };
  return {
    ...{
      ...fixture,
      service,
      controller,
      posted,
      titles,
      scheduledTasks,
      targetedCommands,
      lastReport,
      waitForReport,
      waitForDone,
      learned,
    },
    [Symbol.asyncDispose]: async () => {
      controller.dispose();
      await fixture.close();
      await service.close();
    },
  };
}

describe("the compatibility panel", () => {
  test("posts nothing before its page is ready", async () => {
    await using panel = await createPanelFixture();
    panel.learned().saveEvidence("servers.list", createEvidence());
    expect([panel.posted, panel.scheduledTasks]).toEqual([[], []]);
  });

  test("posts the report at once, and has the connection in its title", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    const { shown, problem } = await panel.waitForReport(({ shown: report }) => report !== null);
    expect(problem).toBeNull();
    expect(shown).toMatchObject({ connection: "Harbour", host: new URL(panel.service.url).host, operationCount: 43 });
    expect(panel.titles.at(-1)).toBe("Compatibility: Harbour");
  });

  test("posts new evidence, once for several facts", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(({ shown }) => shown !== null);
    const before = panel.posted.length;
    panel.learned().saveEvidence("servers.list", createEvidence({ notes: ["Two pages differ."] }));
    panel.learned().saveEvidence("skills.list", createEvidence());
    expect([panel.scheduledTasks.length, panel.posted.length]).toEqual([1, before]);
    panel.scheduledTasks[0]?.();
    expect(panel.posted.length).toBe(before + 1);
    expect(JSON.stringify(panel.lastReport()?.shown)).toContain("Two pages differ.");
  });

  test("posts nothing while it is hidden, and new facts when it becomes visible", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(({ shown }) => shown !== null);
    panel.controller.hide();
    const before = panel.posted.length;
    panel
      .learned()
      .saveEvidence("servers.list", createEvidence({ outcome: "refused", notes: ["It is a list of lists."] }));
    expect([panel.scheduledTasks.length, panel.posted.length]).toEqual([0, before]);
    panel.controller.onMessage({ type: "ready" });
    expect(JSON.stringify(panel.lastReport()?.shown)).toContain("It is a list of lists.");
  });

  test("copies a text for an issue without host, key and name of the connection", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    const { host, hostname } = new URL(panel.service.url);
    panel
      .learned()
      .saveEvidence(
        "servers.list",
        createEvidence({ outcome: "refused", words: `Harbour at ${host} said ${panel.service.key}.` }),
      );
    const waitForDone = panel.waitForDone();
    panel.controller.onMessage({ type: "copyIssue" });
    expect(await waitForDone).toBe("Copied as the text of an issue.");
    const [text = ""] = panel.copied;
    const plain = text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    expect(plain).toContain("servers.list");
    expect([host, hostname, panel.service.key, "Harbour"].filter((own) => plain.includes(own))).toEqual([]);
  });

  test("exports the report as JSON that matches its schema, without host and key", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    panel.documents.fileAnswer = "file:///report.json";
    const waitForDone = panel.waitForDone();
    panel.controller.onMessage({ type: "export" });
    expect(await waitForDone).toBe("Exported the report.");
    const text = panel.documents.texts.get("file:///report.json") ?? "";
    expect(compatibilityReportSchema.parse(JSON.parse(text)).operations).toHaveLength(43);
    const own = [new URL(panel.service.url).host, panel.service.key];
    expect(own.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test("exports nothing after Escape in the file dialog", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    panel.controller.onMessage({ type: "export" });
    panel.controller.onMessage({ type: "copyIssue" });
    await expect.poll(() => panel.copied.length).toBe(1);
    expect(panel.posted.filter(({ type }) => type === "done")).toHaveLength(1);
  });

  test("runs the command of each button, with the operation that it is about", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "check" });
    panel.controller.onMessage({ type: "act", action: "choosePreset" });
    panel.controller.onMessage({ type: "act", action: "tryChanges" });
    panel.controller.onMessage({ type: "act", action: "askBeforeChanges" });
    panel.controller.onMessage({ type: "act", action: "map", operation: "servers.list" });
    panel.controller.onMessage({ type: "act", action: "editProfile", operation: "servers.list" });
    panel.controller.onMessage({ type: "act", action: "chooseKeyHeader", operation: "no.such" });
    expect(panel.ranCommands).toEqual(["fairlead.compatibility.check"]);
    expect(panel.targetedCommands).toEqual([
      ["fairlead.preset.choose", {}],
      ["fairlead.compatibility.tryChanges", {}],
      ["fairlead.compatibility.askBeforeChanges", {}],
      ["fairlead.answer.map", { operation: "servers.list" }],
      ["fairlead.profile.open", { operation: "servers.list" }],
      ["fairlead.keyHeader.choose", {}],
    ]);
  });

  test("lets the user explain a state, and asks for the word where the page shows it redacted", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(({ shown }) => shown !== null);
    const states = ["Hibernating", "a text that is longer than a state"];
    panel.learned().saveEvidence("deployments.list", createEvidence({ resource: "deployment", states }));
    for (const state of ["Hibernating", "<left out>"])
      panel.controller.onMessage({ type: "explainState", operation: "deployments.list", state });
    expect(panel.targetedCommands).toEqual([
      ["fairlead.state.explain", { operation: "deployments.list", state: "Hibernating" }],
      ["fairlead.state.explain", { operation: "deployments.list" }],
    ]);
  });

  test("names the convention of the service by its title", async () => {
    await using panel = await createPanelFixture();
    const session = panel.app.connections.session();
    if (session.kind === "connected")
      session.profileStore.replace({ ...session.profileStore.read(), preset: "json-api" });
    panel.controller.onMessage({ type: "ready" });
    const { shown } = await panel.waitForReport(({ shown: report }) => report?.preset === "You chose JSON:API.");
    expect(shown?.protocolFacts).toContainEqual({ name: "Convention", text: "JSON:API", source: "from you" });
  });

  test("offers to ask before changes again, as soon as the user has turned the questions off", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    const actions = ({ shown }: ReportMessage) => shown?.advice.map(({ action }) => action).join();
    await panel.waitForReport((message) => actions(message) === "tryChanges");
    const session = panel.app.connections.session();
    if (session.kind === "connected") await session.profileStore.setAsksBeforeChanges(false);
    panel.scheduledTasks[0]?.();
    expect(panel.lastReport()?.shown?.advice.map(({ action }) => action)).toEqual(["tryChanges", "askBeforeChanges"]);
  });

  test("follows the connection, and posts nothing of the previous one", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(({ shown }) => shown !== null);
    await panel.app.connections.useLocal();
    const { shown } = await panel.waitForReport((message) => message.shown?.connection === "Local service");
    expect(shown?.summary).toContain("implements Fairlead's API");
    expect(shown?.areas).toEqual([]);
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
    const failing = { ...panel.app.documents, saveAs: async () => Promise.reject(new Error("The disk is full.")) };
    const kind = createCompatibilityPanel({ app: { ...panel.app, documents: failing }, now: () => 0 });
    const controller = kind.open({}, { post: () => {}, setTitle: () => {} });
    controller.onMessage({ type: "ready" });
    controller.onMessage({ type: "export" });
    await expect.poll(() => panel.messages.shown).toEqual(["error: The disk is full."]);
    controller.dispose();
  });
});
