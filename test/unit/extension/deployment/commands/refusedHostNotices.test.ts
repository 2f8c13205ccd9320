import { beforeEach, describe, expect, test } from "vitest";
import type { EditorSettings } from "../../../../../src/extension/base/editorSettings.ts";
import type { Messages } from "../../../../../src/extension/base/ports.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { createRefusedHostNotices } from "../../../../../src/extension/deployment/commands/refusedHostNotices.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Weather", "healthy"));
beforeEach(() => served.api.call("server.update", { id: server.id, allowedHosts: [] }));

interface OpenNotice {
  readonly text: string;
  readonly actions: readonly string[];
  /** Chooses an action, or dismisses the notification. */
  answer(action?: string): void;
}

/** Notices whose notifications stay open until the test answers them. */
async function createNotices(settings: Partial<EditorSettings> = {}) {
  const fixture = await createCommandFixture(served, { settings });
  const shown: OpenNotice[] = [];
  const informed: string[] = [];
  const failed: string[] = [];
  const ran: (readonly [string, CommandTarget | undefined])[] = [];
  const messages: Messages = {
    info: async (text) => void informed.push(text),
    warning: async (text) => void informed.push(text),
    // VS Code keeps an error with actions open.
    error: async (text, steps) => {
      if (!steps) return void failed.push(text);
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      shown.push({ text, actions: Object.keys(steps), answer: resolve });
      await steps[(await promise) ?? ""]?.();
    },
    status: (text) => void informed.push(text),
  };
  const run = async (command: string, target?: CommandTarget) => void ran.push([command, target]);
  const report = createRefusedHostNotices({ ...fixture.app, messages, run });
  return {
    ...{ fixture, shown, informed, failed, ran },
    report: (host: string, isInner = false, { id } = deployment) => report(id, { host, isInner }),
    /** Waits for a notification by its number. */
    wait: async (count: number) => {
      await expect.poll(() => shown.length).toBe(count);
      return requireValue(shown.at(-1));
    },
    /** Resolves when everything that was reported before is handled. */
    settle: async () => {
      const marker = `settled${shown.length}.example.com:1`;
      report(deployment.id, { host: marker, isInner: false });
      await expect.poll(() => shown.at(-1)?.text).toContain(marker);
      return shown.slice(0, -1);
    },
    [Symbol.asyncDispose]: () => fixture.close(),
  };
}

const hosts = async () => (await readServer(served.api, server.id))?.allowedHosts;
const api = "api.example.com:443";

describe("a refused host", () => {
  test("is shown with the server, the reason and its actions", async () => {
    await using notices = await createNotices();
    notices.report(api);
    const { text, actions } = await notices.wait(1);
    expect(text).toBe("Weather: the server may not connect to api.example.com:443, because the host is not allowed.");
    expect(actions).toEqual(["Allow api.example.com:443", "Show Events"]);
  });

  test("whose name leads to a private address has that reason", async () => {
    await using notices = await createNotices();
    notices.report(api, true);
    expect((await notices.wait(1)).text).toContain("because its name leads to a private address.");
  });

  test("is shown in the status bar where the settings want that", async () => {
    await using notices = await createNotices({ notifyAbout: ["deployments"] });
    notices.report(api);
    await expect.poll(() => notices.informed).toEqual([expect.stringContaining("may not connect to api.example.com")]);
    expect(notices.shown).toEqual([]);
  });

  test("is allowed by the action, which says what was done", async () => {
    await using notices = await createNotices();
    await served.api.call("server.update", { id: server.id, allowedHosts: ["earlier.example.com"] });
    notices.report(api);
    (await notices.wait(1)).answer(`Allow ${api}`);
    await expect.poll(() => notices.informed).toEqual([`Weather may now connect to ${api}.`]);
    expect(await hosts()).toEqual(["earlier.example.com", api]);
    expect(notices.fixture.refreshed).toEqual(["fairlead.servers"]);
  });

  test("has its events shown in the deployment's panel", async () => {
    await using notices = await createNotices();
    notices.report(api);
    (await notices.wait(1)).answer("Show Events");
    await expect
      .poll(() => notices.ran)
      .toMatchObject([
        ["fairlead.deployment.open", { node: { kind: "deployment", deployment: { id: deployment.id }, live: true } }],
      ]);
    expect(await hosts()).toEqual([]);
  });

  test("that cannot be allowed is an error that is shown", async () => {
    await using notices = await createNotices();
    notices.report(api);
    const notice = await notices.wait(1);
    const full = Array.from({ length: 200 }, (_, at) => `a${at}.example.com`);
    await served.api.call("server.update", { id: server.id, allowedHosts: full });
    notice.answer(`Allow ${api}`);
    await expect.poll(() => notices.failed).toHaveLength(1);
    expect(notices.informed).toEqual([]);
  });

  test("is not shown again in this window after it was dismissed", async () => {
    await using notices = await createNotices();
    notices.report(api);
    (await notices.wait(1)).answer();
    notices.report(api);
    expect((await notices.settle()).map(({ text }) => text)).toEqual([expect.stringContaining(api)]);
  });

  test("that is allowed by now is not shown", async () => {
    await using notices = await createNotices();
    await served.api.call("server.update", { id: server.id, allowedHosts: ["api.example.com"] });
    notices.report(api);
    expect(await notices.settle()).toEqual([]);
  });

  test("is shown of the live deployment and of a failed one that is the newest, beside that of another server, and of no earlier one", async () => {
    const first = await deployTinyServer(served, await createTinyServer(served, "Maps", "healthy"));
    const second = await deployTinyServer(served, await addTinyVersion(served, first.server, "legacyOnly"));
    await using notices = await createNotices();
    notices.report(api, false, first.deployment);
    expect(await notices.settle()).toEqual([]);
    notices.report(api, false, second.deployment);
    const live = await notices.wait(2);
    expect(live.text).toContain("Maps: ");
    live.answer();
    const failed = await deployTinyServer(served, await addTinyVersion(served, first.server, "exitsAtOnce"));
    notices.report("other.example.com:443", false, failed.deployment);
    expect((await notices.wait(3)).text).toMatch(/^Maps: .*other\.example\.com/);
  });

  test("without a connection, or of an unknown deployment, is only logged", async () => {
    await using notices = await createNotices();
    notices.report(api, false, { ...deployment, id: "dep_gone" });
    await expect.poll(() => notices.fixture.logged.join()).toContain(`dep_gone may not connect to ${api}`);
    expect(notices.shown).toEqual([]);
  });
});

describe("several refused hosts", () => {
  const others = (count: number) => Array.from({ length: count }, (_, at) => `h${at + 1}.example.com:443`);

  test("wait for the answer to the first notification, and are together in the next one", async () => {
    await using notices = await createNotices();
    notices.report(api);
    const first = await notices.wait(1);
    for (const host of [...others(2), api, ...others(2)]) notices.report(host);
    expect(notices.shown).toHaveLength(1);
    first.answer();
    const { text, actions, answer } = await notices.wait(2);
    expect(text).toBe(
      "Weather: the server may not connect to h1.example.com:443 and h2.example.com:443, because the hosts are not allowed.",
    );
    expect(actions).toEqual(["Allow All", "Show Events"]);
    answer("Allow All");
    await expect.poll(hosts).toEqual(others(2));
    await notices.settle();
    expect(notices.shown).toHaveLength(3);
  });

  test("that a notification cannot name are edited in the list", async () => {
    await using notices = await createNotices();
    notices.report(api);
    const first = await notices.wait(1);
    for (const host of others(5)) notices.report(host);
    first.answer();
    const { text, actions, answer } = await notices.wait(2);
    expect(text).toContain("h1.example.com:443, h2.example.com:443, h3.example.com:443 and 2 more, because");
    expect(actions).toEqual(["Allowed Hosts...", "Show Events"]);
    answer("Allowed Hosts...");
    await expect.poll(() => notices.ran.map(([command]) => command)).toEqual(["fairlead.editAllowedHosts"]);
    expect(await hosts()).toEqual([]);
  });

  test("are shown up to a limit, because a server may try any number of them", async () => {
    await using notices = await createNotices();
    notices.report(api);
    const first = await notices.wait(1);
    for (const host of others(60)) notices.report(host);
    first.answer();
    const second = await notices.wait(2);
    expect(second.text).toContain("and 46 more");
    second.answer();
    notices.report("last.example.com:443");
    notices.report(api, false, { ...deployment, id: "dep_gone" });
    await expect.poll(() => notices.fixture.logged.length).toBeGreaterThan(0);
    expect(notices.shown).toHaveLength(2);
  });
});
