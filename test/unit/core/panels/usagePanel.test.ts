import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUsagePanel } from "../../../../src/core/panels/usagePanel.ts";
import type { TeamDefinition } from "../../../../src/service/auth/team.ts";
import type { UsagePanelToWebview } from "../../../../src/webview/protocol/usagePanelMessages.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { startConnectionCutter } from "../../../support/network/connectionCutter.ts";
import { startServedService } from "../../../support/service/servedService.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;

/** A panel as its page knows it: what it was told, and what it waits for. */
async function createPanelFixture(served: Served) {
  const fixture = await createCommandFixture(served);
  const told: UsagePanelToWebview[] = [];
  const titles: string[] = [];
  const turns: (() => void)[] = [];
  const heard = new Set<() => void>();
  const tell = () => {
    for (const listener of heard) listener();
  };
  const kind = createUsagePanel({
    app: fixture.app,
    now: () => Date.UTC(2026, 10, 21, 12),
    later: (ms, work) => {
      if (ms === 0) queueMicrotask(work);
      else turns.push(work);
      tell();
      return () => {
        if (turns.includes(work)) turns.splice(turns.indexOf(work), 1);
      };
    },
  });
  const host = kind.open(
    {},
    {
      post: (message) => {
        told.push(message);
        tell();
      },
      setTitle: (text) => void titles.push(text),
    },
  );
  /** The newest that the page was told, as soon as it is like this. */
  const until = (fits: (message: UsagePanelToWebview) => boolean): Promise<UsagePanelToWebview> => {
    const { promise, resolve } = Promise.withResolvers<UsagePanelToWebview>();
    const look = () => {
      const last = told.at(-1);
      if (last && fits(last)) resolve(last);
    };
    heard.add(look);
    look();
    return promise;
  };
  return {
    ...{ ...fixture, host, told, titles, turns, until },
    /** All is read, and the next turn planned. */
    read: () => until(({ shown, isReading }) => shown !== null && !isReading && turns.length > 0),
    [Symbol.asyncDispose]: async () => {
      host.dispose();
      await fixture.close();
    },
  };
}

/** A service that several organizations share. */
async function sharedService(team: TeamDefinition) {
  const shared = await startServedService(team);
  return { ...shared, [Symbol.asyncDispose]: shared.close };
}

let served: Served;
beforeEach(async () => {
  served = await startServedService();
});
afterEach(() => served.close());

describe("the usage panel", () => {
  test("reads nothing before its page is ready", async () => {
    await using panel = await createPanelFixture(served);
    expect([panel.told, panel.turns]).toEqual([[], []]);
  });

  test("posts that it reads, then the usage", async () => {
    await using panel = await createPanelFixture(served);
    panel.host.onMessage({ type: "ready" });
    expect(panel.told[0]).toEqual({ type: "usage", shown: null, isReading: false, problem: null });
    const { shown } = await panel.read();
    const { metrics, daily } = await served.api.call("organization.usage", {});
    expect(shown?.metrics.map(({ name }) => name)).toEqual(["Deployments", "Test runs", "Tool calls", "Storage"]);
    expect(shown?.metrics).toHaveLength(metrics?.length ?? 0);
    expect(shown?.days.map(({ date }) => date)).toEqual(daily?.map(({ date }) => date));
    expect(shown?.readAt).toBe("2026-11-21T12:00:00.000Z");
  });

  test("has the organization in its title", async () => {
    await using panel = await createPanelFixture(served);
    panel.host.onMessage({ type: "ready" });
    await panel.read();
    const { name } = await served.api.call("organization.get", {});
    expect(panel.titles.at(-1)).toBe(`Usage: ${name}`);
  });

  test("refreshes while it is visible, without a progress indicator", async () => {
    await using panel = await createPanelFixture(served);
    panel.host.onMessage({ type: "ready" });
    await panel.read();
    const before = panel.told.length;
    panel.turns[0]?.();
    await panel.until(() => panel.told.length > before);
    expect(panel.told.at(-1)?.isReading).toBe(false);
  });

  test("reads nothing while it is hidden, and posts the last usage when it becomes visible", async () => {
    await using panel = await createPanelFixture(served);
    panel.host.onMessage({ type: "ready" });
    const { shown } = await panel.read();
    panel.host.hide();
    expect(panel.turns).toEqual([]);
    const before = panel.told.length;
    panel.host.onMessage({ type: "ready" });
    expect(panel.told[before]?.shown).toEqual(shown);
  });

  test("posts why a refresh failed, and keeps the last usage", async () => {
    let isCut = false;
    const cutter = await startConnectionCutter(Number(new URL(served.service.url).port), () => isCut);
    await using panel = await createPanelFixture({ ...served, service: { ...served.service, url: cutter.url } });
    panel.host.onMessage({ type: "ready" });
    const { shown } = await panel.read();
    isCut = true;
    panel.turns[0]?.();
    const { problem, shown: kept } = await panel.until((message) => message.problem !== null);
    expect(problem).toMatchObject({ message: expect.stringContaining("127.0.0.1"), remedy: "Try Again" });
    expect(kept).toEqual(shown);
    isCut = false;
    panel.host.onMessage({ type: "remedy" });
    const again = await panel.until((message) => message.problem === null && !message.isReading);
    expect(again.shown?.metrics).toEqual(shown?.metrics);
    await cutter.close();
  });

  test("follows the organization, and posts nothing of the previous one", async () => {
    await using shared = await sharedService({ organizations: ["Harbour"], members: [], limits: { deployments: 0 } });
    await using panel = await createPanelFixture(shared);
    panel.host.onMessage({ type: "ready" });
    const own = await panel.read();
    const [other] = (await shared.api.call("organizations.list", { q: "Harbour" })).items;
    if (!other) throw new Error("the organization is there");
    const before = panel.told.length;
    await panel.app.connections.useOrganization(other);
    const { shown } = await panel.until((message) => message.shown?.organization === "Harbour");
    expect(own.shown?.organization).not.toBe("Harbour");
    expect(panel.told.slice(before).map((message) => message.shown?.organization)).not.toContain(
      own.shown?.organization,
    );
    expect(panel.titles.slice(-2)).toEqual(["Usage", "Usage: Harbour"]);
    expect(shown?.metrics[0]).toMatchObject({ text: "0 of 0, used up", level: "full" });
  });

  test("clears the usage if the connection is removed, and offers to connect", async () => {
    await using panel = await createPanelFixture(served);
    panel.host.onMessage({ type: "ready" });
    await panel.read();
    const connection = panel.app.connections.active();
    if (connection) await panel.app.connections.remove(connection);
    const { shown, problem } = await panel.until((message) => message.problem !== null);
    expect([shown, problem]).toEqual([null, { message: "No service is connected.", remedy: "Connect" }]);
    panel.host.onMessage({ type: "remedy" });
    expect(panel.ran).toEqual(["fairlead.connection.switch"]);
  });

  test("switches the organization by the command of the extension", async () => {
    await using panel = await createPanelFixture(served);
    panel.host.onMessage({ type: "switchOrganization" });
    expect(panel.ran).toEqual(["fairlead.organization.switch"]);
  });
});
