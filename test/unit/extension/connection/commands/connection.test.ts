import { describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { addConnection } from "../../../../../src/extension/connection/commands/addConnection.ts";
import { removeConnection } from "../../../../../src/extension/connection/commands/removeConnection.ts";
import { signIn } from "../../../../../src/extension/connection/commands/signIn.ts";
import { signOut } from "../../../../../src/extension/connection/commands/signOut.ts";
import { switchConnection } from "../../../../../src/extension/connection/commands/switchConnection.ts";
import {
  useLocalByDefault,
  useLocalService,
} from "../../../../../src/extension/connection/commands/useLocalService.ts";
import { withSettings } from "../../../../support/editor/defaultSettings.ts";
import { createDisconnectedFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { addAccepted } from "../../../../support/editor/testWindow.ts";
import { startRawServer } from "../../../../support/network/rawServer.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const createFixture = (...answers: ScriptedAnswer[]) => createDisconnectedFixture(served, { answers });
const url = () => served.service.url;
const host = () => new URL(url()).host;
const key = () => served.service.issueKey("test");

async function addSignedOut({ window }: Awaited<ReturnType<typeof createFixture>>): Promise<void> {
  const { connection } = await addAccepted(window, { baseUrl: url(), key: key() }, "Test");
  await window.connections.signOut(connection);
}

describe("adding a connection", () => {
  test("asks for URL and key, verifies them and shows the host", async () => {
    await using fixture = await createFixture(`${url()}/api/v1`, ` ${key()} `);
    await addConnection(fixture.app, {});
    expect(fixture.questions).toEqual([
      "Add Connection: The service's URL []",
      `Add Connection: API key for ${host()}. It is kept in the editor's secret storage and sent nowhere else. [] (secret)`,
    ]);
    expect(fixture.shown).toEqual([`status: Connected to ${host()}.`]);
    expect(fixture.app.connections.active()).toMatchObject({ name: host(), baseUrl: url(), kind: "remote" });
  });

  test("with a wrong key asks for the key again, and stores nothing until it is accepted", async () => {
    await using fixture = await createFixture(url(), "flk_wrong", escapeAnswer);
    await addConnection(fixture.app, {});
    expect(fixture.questions[2]).toContain(
      `[*********] (secret) (${host()} does not accept this key. It may be incomplete, expired or deleted. Enter another key.)`,
    );
    expect([fixture.user.memory.values.size, fixture.user.secrets.values.size]).toEqual([0, 0]);
  });

  test("to an address that responds with a web page asks for the URL again, and keeps the typed text", async () => {
    const page = "<!doctype html><title>Welcome</title>";
    const stranger = await startRawServer((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`),
    );
    const typed = key();
    await using fixture = await createFixture(stranger.url, typed, url(), typed);
    await addConnection(fixture.app, {});
    expect(fixture.questions[2]).toMatch(/The service's URL \[http:\/\/127.*\] \(.*HTML \("Welcome"\)/);
    expect(fixture.app.connections.active()?.baseUrl).toBe(url());
    await stranger.close();
  });

  test("to a closed port asks for the URL again with the reason", async () => {
    await using fixture = await createFixture("http://127.0.0.1:1", escapeAnswer);
    await addConnection(fixture.app, {});
    expect(fixture.questions[1]).toMatch(
      /The service's URL \[http:\/\/127.0.0.1:1\] \(127.0.0.1:1 could not be reached/,
    );
  });

  test("leaves no trace after Escape at any question, or without consent to a service without encryption", async () => {
    const plain = ["http://service.example.com", "flk_1", false] as const;
    await using fixture = await createFixture(escapeAnswer, url(), escapeAnswer, ...plain);
    for (const _ of ["URL", "key", "unencrypted"]) await addConnection(fixture.app, {});
    expect([fixture.user.memory.values.size, fixture.unusedAnswers, fixture.shown]).toEqual([0, [], []]);
  });

  test("goes back from the key to the URL", async () => {
    await using fixture = await createFixture(url(), promptBack, url(), key());
    await addConnection(fixture.app, {});
    expect(fixture.questions[2]).toBe(`Add Connection: The service's URL [${url()}]`);
    expect(fixture.app.connections.session().kind).toBe("connected");
  });

  test("a second time to the same service gets a number in its name", async () => {
    await using fixture = await createFixture(url(), key(), url(), key());
    await addConnection(fixture.app, {});
    await addConnection(fixture.app, {});
    expect(fixture.app.connections.all().map(({ name }) => name)).toEqual([host(), `${host()} (2)`]);
  });
});

describe("a command that needs a service", () => {
  test("offers the local service first if there is no connection", async () => {
    await using fixture = await createFixture("Use the local service");
    expect(await fixture.app.client()).toBeDefined();
    expect(fixture.questions).toEqual(["Switch Connection: Which service does this workspace use?"]);
  });

  test("ends after Escape", async () => {
    await using fixture = await createFixture(escapeAnswer);
    expect(await fixture.app.client()).toBeUndefined();
  });

  test("can start the local service by itself, and says so, but only if there is no connection at all", async () => {
    await using fixture = await createFixture();
    await useLocalByDefault(fixture.app);
    expect(fixture.app.connections.active()?.kind).toBe("local");
    const started =
      "info: The local service was started on this machine, because there was no connection yet. [Switch Connection...]";
    expect(fixture.shown).toEqual([started]);
    await useLocalByDefault(fixture.app);
    expect(fixture.shown).toEqual([started]);
    await using other = await createFixture();
    await addSignedOut(other);
    await useLocalByDefault(other.app);
    expect(other.shown).toEqual([]);
  });

  test("asks for a missing key", async () => {
    await using fixture = await createFixture(key());
    await addSignedOut(fixture);
    expect(await fixture.app.client()).toBeDefined();
    expect(fixture.questions[0]).toContain("Sign In to Test");
  });
});

test("signing in asks again after a wrong key", async () => {
  await using fixture = await createFixture("flk_wrong", escapeAnswer);
  await addSignedOut(fixture);
  await signIn(fixture.app, {});
  expect(fixture.questions[1]).toContain("does not accept this key");
  expect(fixture.app.connections.session().kind).toBe("signedOut");
});

describe("switching", () => {
  test("selects another connection for this workspace", async () => {
    await using fixture = await createFixture("One");
    await fixture.app.connections.add({ baseUrl: url(), key: key() }, "One");
    await useLocalService(fixture.app, {});
    await switchConnection(fixture.app, {});
    expect(fixture.app.connections.active()?.name).toBe("One");
  });

  test("from the local service says which servers stop, and keeps them running if the user wants it or the settings leave the question out", async () => {
    await using fixture = await createFixture("One", "Keep Running", "One", "One");
    await fixture.app.connections.add({ baseUrl: url(), key: key() }, "One");
    await useLocalService(fixture.app, {});
    await deployTinyServer(served, await createTinyServer(served, "Staying", "healthy"));
    const { state } = fixture.window.local;
    const before = state.releases;
    await switchConnection(fixture.app, {});
    expect(fixture.questions.at(-1)).toMatch(/^Keep Staying running on this machine\?/);
    expect([fixture.app.connections.active()?.name, state.releases]).toEqual(["One", before]);
    await useLocalService(fixture.app, {});
    await switchConnection(withSettings(fixture.app, { confirm: [] }), {});
    expect([fixture.app.connections.active()?.name, state.releases]).toEqual(["One", before]);
    await useLocalService(fixture.app, {});
    state.use = { windows: 2, isUsedByAgents: false };
    await switchConnection(fixture.app, {});
    expect(state.releases).toBe(before + 1);
  });
});

describe("signing out and removing", () => {
  test("by signing out of the local service says which servers stop, and Escape changes nothing", async () => {
    await using fixture = await createFixture(escapeAnswer, "Stop Them");
    await useLocalService(fixture.app, {});
    const name = "Stopping with it";
    await deployTinyServer(served, await createTinyServer(served, name, "healthy"));
    await signOut(fixture.app, {});
    expect(fixture.questions.at(-1)).toMatch(/^Keep .*Stopping with it.* running on this machine\?/);
    expect(fixture.app.connections.active()?.kind).toBe("local");
    await signOut(fixture.app, {});
    expect(fixture.app.connections.active()).toBeUndefined();
  });

  test("by removing deletes the connection after a confirmation", async () => {
    await using fixture = await createFixture("Test", false, "Test", true);
    await fixture.app.connections.add({ baseUrl: url(), key: key() }, "Test");
    await removeConnection(fixture.app, {});
    expect(fixture.app.connections.all()).toHaveLength(1);
    await removeConnection(fixture.app, {});
    expect([fixture.app.connections.all(), fixture.user.secrets.values.size]).toEqual([[], 0]);
    expect(fixture.questions[1]).toBe("Remove the connection Test?");
  });

  test("without a connection shows a message", async () => {
    await using fixture = await createFixture();
    await signOut(fixture.app, {});
    await removeConnection(fixture.app, {});
    expect(fixture.shown).toEqual([
      "info: There is no connection to sign out of.",
      "info: There is no connection to remove.",
    ]);
  });
});
