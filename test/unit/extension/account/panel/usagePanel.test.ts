import { describe, expect, test } from "vitest";
import { showUsage } from "../../../../../src/extension/account/commands/accountCommands.ts";
import { createUsagePanel } from "../../../../../src/extension/account/panel/usagePanel.ts";
import type { UsagePanelToWebview } from "../../../../../src/webview/protocol/usagePanelMessages.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { startConnectionCutter } from "../../../../support/network/connectionCutter.ts";
import { createRecordedWebview } from "../../../../support/panels/recordedWebview.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

/** The controller of a usage panel. The test runs its scheduled tasks. */
async function createPanelFixture(of = served) {
  const fixture = await createCommandFixture(of);
  const { webview, notify, waitFor, ...recorded } = createRecordedWebview<UsagePanelToWebview>();
  const scheduledTasks: (() => void)[] = [];
  const kind = createUsagePanel({
    app: fixture.app,
    now: () => Date.UTC(2026, 10, 21, 12),
    later: (ms, work) => {
      if (ms === 0) queueMicrotask(work);
      else scheduledTasks.push(work);
      notify();
      return () => {
        if (scheduledTasks.includes(work)) scheduledTasks.splice(scheduledTasks.indexOf(work), 1);
      };
    },
  });
  const controller = kind.open({}, webview);
  /** Waits until the last posted message matches, and returns it. */
  const waitForMessage = (fits: (message: UsagePanelToWebview) => boolean): Promise<UsagePanelToWebview> =>
    waitFor(() => {
      const last = recorded.posted.at(-1);
      return last && fits(last) ? last : undefined;
    });
  return {
    ...{ ...fixture, ...recorded, controller, scheduledTasks, waitForMessage },
    /** Waits until the usage is posted and the next refresh is scheduled. */
    waitForUsage: () =>
      waitForMessage(({ shown, isReading }) => shown !== null && !isReading && scheduledTasks.length > 0),
    [Symbol.asyncDispose]: async () => {
      controller.dispose();
      await fixture.close();
    },
  };
}

const served = await useServedService({
  team: { organizations: ["Harbour"], members: [], limits: { deployments: 0 } },
});

describe("the usage panel", () => {
  test("opens, reads nothing before its page is ready, then posts the usage, and has the organization in its title", async () => {
    await using panel = await createPanelFixture();
    await showUsage(panel.app, {});
    expect(panel.ranCommands).toEqual(["usage panel"]);
    expect([panel.posted, panel.scheduledTasks]).toEqual([[], []]);
    panel.controller.onMessage({ type: "ready" });
    expect(panel.posted[0]).toEqual({ type: "usage", shown: null, isReading: false, problem: null });
    const { shown } = await panel.waitForUsage();
    const { metrics, daily } = await served.api.call("organization.usage", {});
    expect(shown?.metrics.map(({ name }) => name)).toEqual(["Deployments", "Test runs", "Tool calls", "Storage"]);
    expect(shown?.metrics).toHaveLength(metrics?.length ?? 0);
    expect(shown?.days.map(({ date }) => date)).toEqual(daily?.map(({ date }) => date));
    expect(shown?.readAt).toBe("2026-11-21T12:00:00.000Z");
    const { name } = await served.api.call("organization.get", {});
    expect(panel.titles.at(-1)).toBe(`Usage: ${name}`);
  });

  test("refreshes while it is visible, without a progress indicator, not while it is hidden, and posts the last usage when it becomes visible", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForUsage();
    const before = panel.posted.length;
    panel.scheduledTasks.shift()?.();
    await panel.waitForMessage(() => panel.posted.length > before);
    expect(panel.posted.at(-1)?.isReading).toBe(false);
    const { shown } = await panel.waitForUsage();
    panel.controller.hide();
    expect(panel.scheduledTasks).toEqual([]);
    const hidden = panel.posted.length;
    panel.controller.onMessage({ type: "ready" });
    expect(panel.posted[hidden]?.shown).toEqual(shown);
  });

  test("posts why a refresh failed, and keeps the last usage", async () => {
    let isCut = false;
    const cutter = await startConnectionCutter(Number(new URL(served.service.url).port), () => isCut);
    await using panel = await createPanelFixture({ ...served, service: { ...served.service, url: cutter.url } });
    panel.controller.onMessage({ type: "ready" });
    const { shown } = await panel.waitForUsage();
    isCut = true;
    panel.scheduledTasks.shift()?.();
    const { problem, shown: lastUsage } = await panel.waitForMessage((message) => message.problem !== null);
    expect(problem).toMatchObject({ message: expect.stringContaining("127.0.0.1"), remedy: "Try Again" });
    expect(lastUsage).toEqual(shown);
    isCut = false;
    panel.controller.onMessage({ type: "remedy" });
    const again = await panel.waitForMessage((message) => message.problem === null && !message.isReading);
    expect(again.shown?.metrics).toEqual(shown?.metrics);
    await cutter.close();
  });

  test("follows the organization, and posts nothing of the previous one", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    const own = await panel.waitForUsage();
    const [other] = (await served.api.call("organizations.list", { q: "Harbour" })).items;
    if (!other) throw new Error("the organization is there");
    const before = panel.posted.length;
    await panel.app.connections.useOrganization(other);
    const { shown } = await panel.waitForMessage((message) => message.shown?.organization === "Harbour");
    expect(own.shown?.organization).not.toBe("Harbour");
    expect(panel.posted.slice(before).map((message) => message.shown?.organization)).not.toContain(
      own.shown?.organization,
    );
    expect(panel.titles.slice(-2)).toEqual(["Usage", "Usage: Harbour"]);
    expect(shown?.metrics[0]).toMatchObject({ text: "0 of 0, used up", level: "full" });
  });

  test("clears the usage if the connection is removed, and offers to connect", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForUsage();
    const connection = panel.app.connections.active();
    if (connection) await panel.app.connections.remove(connection);
    const { shown, problem } = await panel.waitForMessage((message) => message.problem !== null);
    expect([shown, problem]).toEqual([null, { message: "No service is connected.", remedy: "Connect" }]);
    panel.controller.onMessage({ type: "remedy" });
    expect(panel.ranCommands).toEqual(["fairlead.connection.switch"]);
  });
});
