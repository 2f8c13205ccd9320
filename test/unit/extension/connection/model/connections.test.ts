import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import {
  addAccepted,
  createTestUser,
  formatSession,
  openTestWindow,
  startTestUser,
  type TestUser,
  waitForSession,
} from "../../../../support/editor/testWindow.ts";
import { formatHttpResponse, startRawServer } from "../../../../support/network/rawServer.ts";

let user: TestUser;
const machine = await startTestUser();
afterAll(() => machine[Symbol.asyncDispose]());
beforeEach(() => {
  user = createTestUser(machine.service);
});

const credentials = () => ({ baseUrl: user.service.url, key: user.service.issueKey("test") });

async function revoke(key: string): Promise<void> {
  const admin = createServiceClient({ baseUrl: user.service.url, key: async () => user.service.issueKey("admin") });
  const { items } = await admin.call("apiKeys.list", { limit: 200 });
  for (const { id, prefix } of items) if (prefix && key.startsWith(prefix)) await admin.call("apiKeys.delete", { id });
  await admin.close();
}

describe("a connection", () => {
  test("does not exist for a new user, and no request is sent", async () => {
    using window = openTestWindow(user);
    expect(formatSession(await window.connections.connect())).toBe("none");
    expect(window.requests).toEqual([]);
  });

  test("is verified without storing anything, and stored without its key, which is only in the secrets", async () => {
    using window = openTestWindow(user);
    const { baseUrl, key } = credentials();
    await expect(window.connections.verify({ baseUrl, key: "flk_wrong" })).rejects.toThrow(/401/);
    expect((await window.connections.verify({ baseUrl, key })).key?.name).toBe("test");
    expect([user.memory.values.size, user.secrets.values.size]).toEqual([0, 0]);
    const session = await window.connections.add({ baseUrl, key }, "Test");
    expect(session).toMatchObject({ kind: "connected", connection: { name: "Test", baseUrl, kind: "remote" } });
    expect([...user.memory.values.values()].join()).not.toContain(key);
    const id = window.connections.active()?.id;
    expect([...user.secrets.values.keys()]).toEqual([`fairlead.profile.${id}`, `fairlead.connection.${id}`]);
    expect(user.secrets.values.get(`fairlead.profile.${id}`)).not.toContain(key);
  });

  test("does not send the key after its URL changed to another origin", async () => {
    using first = openTestWindow(user);
    await first.connections.add(credentials(), "Test");
    const stranger = await startRawServer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"));
    const [entry] = first.connections.all();
    await user.secrets.set(`fairlead.profile.${entry?.id}`, JSON.stringify({ ...entry, baseUrl: stranger.url }));
    using second = openTestWindow(user);
    expect(formatSession(await second.connections.connect())).toBe("signedOut: There is no key for Test.");
    expect(second.requests).toEqual([]);
    await stranger.close();
  });

  test("is restored in a new window; each workspace has its own", async () => {
    using window = openTestWindow(user);
    const one = await addAccepted(window, credentials(), "One");
    const other = await addAccepted(window, credentials(), "Two");
    await window.connections.use(one.connection.id);
    expect(window.connections.active()?.name).toBe("One");
    using again = openTestWindow(user);
    expect(again.connections.active()?.name).toBe("One");
    await user.memory.write("workspace", "connections.active", undefined);
    await user.memory.write("user", "connections.last", other.connection.id);
    using elsewhere = openTestWindow(user);
    expect(elsewhere.connections.active()?.name).toBe("Two");
  });

  test("is created once for simultaneous callers", async () => {
    using first = openTestWindow(user);
    await first.connections.add(credentials(), "Test");
    using window = openTestWindow(user);
    const sessions = await Promise.all([1, 2, 3].map(() => window.connections.connect()));
    expect(new Set(sessions).size).toBe(1);
    expect(window.requests).toEqual(["GET /api/v1/me"]);
  });

  test("that is switched while it connects does not come back", async () => {
    using window = openTestWindow(user);
    const one = await addAccepted(window, credentials(), "One");
    await window.connections.add(credentials(), "Two");
    using again = openTestWindow(user);
    const early = again.connections.connect();
    const late = again.connections.use(one.connection.id);
    const sessions = await Promise.all([early, late]);
    expect(sessions.map((session) => session.kind === "connected" && session.connection.name)).toEqual(["One", "One"]);
  });

  test("to a service that does not respond does not delay another connection", async () => {
    using window = openTestWindow(user);
    const one = await addAccepted(window, credentials(), "One");
    const requested = Promise.withResolvers<void>();
    const silent = await startRawServer(() => requested.resolve());
    void window.connections.add({ baseUrl: silent.url, key: "key" }, "Silent");
    await requested.promise;
    const early = window.connections.connect();
    const late = await window.connections.use(one.connection.id);
    expect(late).toMatchObject({ kind: "connected", connection: { name: "One" } });
    expect(await early).toBe(late);
    await silent.close();
  });

  test("is not reached as soon as a second request confirms it, and reached again with the next response", async () => {
    let isDown = false;
    const gate = await startRawServer((socket, { method, target, headers }) => {
      if (isDown) return void socket.destroy();
      const authorization = headers.get("authorization") ?? "";
      void fetch(`${user.service.url}${target}`, { method, headers: { authorization } }).then(async (response) => {
        socket.write(formatHttpResponse(response.status, await response.text()));
      });
    });
    using window = openTestWindow(user);
    const session = await addAccepted(window, { baseUrl: gate.url, key: credentials().key }, "Gate");
    const changes: boolean[] = [];
    window.connections.onDidChangeReachability(() => {
      changes.push(window.connections.unreachability() === undefined);
    });
    isDown = true;
    await expect(session.client.call("projects.list", {})).rejects.toThrow();
    await expect.poll(() => changes).toEqual([false]);
    expect(window.connections.unreachability()?.error).toMatchObject({ name: "NetworkError" });
    isDown = false;
    await session.client.call("projects.list", {});
    expect(changes).toEqual([false, true]);
    expect(window.connections.session()).toBe(session);
    await gate.close();
  });

  test("that fails reports why, is not retried by `quiet`, and connects on the next attempt", async () => {
    using first = openTestWindow(user);
    await first.connections.add(credentials(), "Test");
    using window = openTestWindow(user);
    window.network.isDown = true;
    expect(await window.connections.connect()).toMatchObject({ kind: "failed", error: { name: "NetworkError" } });
    const changes: string[] = [];
    window.connections.onDidChange(({ kind }) => void changes.push(kind));
    expect(await window.connections.quiet()).toBeUndefined();
    expect(changes).toEqual([]);
    window.network.isDown = false;
    expect(formatSession(await window.connections.connect())).toBe("connected");
  });

  test("with a rejected key is signed out at once, for all callers", async () => {
    using window = openTestWindow(user);
    const given = credentials();
    const session = await addAccepted(window, given, "Test");
    await revoke(given.key);
    await expect(session.client.call("projects.list", {})).rejects.toThrow(/401/);
    expect(formatSession(window.connections.session())).toMatch(/^signedOut: Test \(127.0.0.1:\d+\) refused the key/);
    expect(await window.connections.quiet()).toBeUndefined();
  });
});

describe("signing out", () => {
  test("deletes also a key that cannot be read", async () => {
    let isLocked = false;
    const { get } = user.secrets;
    const secrets = {
      ...user.secrets,
      get: async (name: string) => (isLocked ? Promise.reject(new Error("The keychain is locked.")) : get(name)),
    };
    using window = openTestWindow({ ...user, secrets });
    const session = await addAccepted(window, credentials(), "Test");
    isLocked = true;
    const signedOut = await window.connections.signOut(session.connection);
    isLocked = false;
    expect(formatSession(window.connections.session())).toBe("signedOut: You signed out of Test.");
    expect([...user.secrets.values.keys()]).toEqual([`fairlead.profile.${session.connection.id}`]);
    const undone = signedOut.kind === "undoable" ? signedOut.undo() : undefined;
    await expect(undone).rejects.toThrow("The key of Test is no longer in memory.");
  });

  test("is not undone after a new sign-in, whose key stays", async () => {
    using window = openTestWindow(user);
    const session = await addAccepted(window, credentials(), "Test");
    const signedOut = await window.connections.signOut(session.connection);
    const { key } = credentials();
    await window.connections.signIn(session.connection, { key });
    if (signedOut.kind === "undoable") await signedOut.undo();
    expect(window.connections.readSecretTexts()).toEqual([key]);
    expect(user.secrets.values.get(`fairlead.connection.${session.connection.id}`)).toContain(key);
  });

  test("reaches the other windows, and so does a new sign-in", async () => {
    using first = openTestWindow(user);
    using second = openTestWindow(user);
    const session = await addAccepted(first, credentials(), "Test");
    await second.connections.connect();
    const signedOut = waitForSession(second, "signedOut");
    await first.connections.signOut(session.connection);
    expect(formatSession(await signedOut)).toBe("signedOut: You signed out of Test in another window.");
    const back = waitForSession(second, "connected");
    await first.connections.signIn(session.connection, { key: credentials().key });
    expect(formatSession(await back)).toBe("connected");
  });

  test("of the local service ends its use, also for later windows", async () => {
    using window = openTestWindow(user);
    const session = await window.connections.useLocal();
    if (session.kind === "connected") await window.connections.signOut(session.connection);
    expect(formatSession(window.connections.session())).toBe("none");
    expect(window.local.state.releases).toBe(1);
    using again = openTestWindow(user);
    expect(formatSession(await again.connections.connect())).toBe("none");
  });
});

describe("the local service", () => {
  test("issues one key, which the next window uses too", async () => {
    using first = openTestWindow(user);
    expect(formatSession(await first.connections.useLocal())).toBe("connected");
    using second = openTestWindow(user);
    expect(formatSession(await second.connections.connect())).toBe("connected");
    expect([first.local.state.keys, second.local.state.keys]).toEqual([1, 0]);
  });

  test("issues a new key if it rejects the stored one", async () => {
    using window = openTestWindow(user);
    const session = await window.connections.useLocal();
    const stored = user.secrets.values.get("fairlead.connection.local") ?? "";
    await revoke(JSON.parse(stored).key);
    if (session.kind !== "connected") throw new Error("not connected");
    const again = waitForSession(window, "connected");
    await expect(session.client.call("projects.list", {})).rejects.toThrow(/401/);
    const next = await again;
    if (next.kind !== "connected") throw new Error("not connected");
    expect((await next.client.call("projects.list", {})).items).toHaveLength(1);
  });

  test("keeps its client when it is started again at its address, so that what has begun goes on", async () => {
    using window = openTestWindow(user);
    await window.connections.useLocal();
    const before = await window.connections.quiet();
    const begun = before?.call("projects.list", {});
    const seen = waitForSession(window, "connected");
    window.local.restarted();
    expect(await seen).toMatchObject({ client: before });
    expect((await begun)?.items).toHaveLength(1);
    expect((await before?.call("projects.list", {}))?.items).toHaveLength(1);
  });

  test("does not receive the old key if its port changes", async () => {
    using window = openTestWindow(user);
    await window.connections.useLocal();
    window.local.state.url = user.service.url.replace("127.0.0.1", "localhost");
    const moved = waitForSession(window, "connected");
    window.local.restarted();
    expect(await moved).toMatchObject({ connection: { baseUrl: window.local.state.url } });
    expect(window.local.state.keys).toBe(2);
  });

  test("that is removed while it starts does not come back", async () => {
    using window = openTestWindow(user);
    const started = Promise.withResolvers<void>();
    window.local.state.started = started.promise;
    const connecting = window.connections.useLocal();
    await expect.poll(() => window.local.state.starts).toBe(1);
    for (const connection of window.connections.all()) await window.connections.remove(connection);
    started.resolve();
    expect(formatSession(await connecting)).toBe("none");
    expect([window.connections.all(), [...user.secrets.values.keys()]]).toEqual([[], []]);
  });

  test("is not started by `quiet`", async () => {
    using first = openTestWindow(user);
    await first.connections.useLocal();
    using window = openTestWindow(user);
    window.local.state.isRunning = false;
    expect(await window.connections.quiet()).toBeUndefined();
    expect(window.local.state.starts).toBe(0);
  });
});
