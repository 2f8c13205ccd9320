import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createMapSecrets } from "../../../../support/editor/mapSecrets.ts";
import {
  addAccepted,
  createTestUser,
  formatSession,
  openApart,
  openTestWindow,
  startTestUser,
  type TestUser,
  waitForSession,
} from "../../../../support/editor/testWindow.ts";
import { startJsonService } from "../../../../support/services/jsonService.ts";

let user: TestUser;
const machine = await startTestUser();
afterAll(() => machine[Symbol.asyncDispose]());
beforeEach(() => {
  user = createTestUser(machine.service);
});

type Window = ReturnType<typeof openTestWindow>;
const credentials = () => ({ baseUrl: user.service.url, key: user.service.issueKey("test") });
const names = ({ connections }: Window) => connections.all().map(({ name }) => name);

describe("connections of several windows", () => {
  test("that are added at the same time are all stored", async () => {
    using first = openApart(user);
    using second = openApart(user);
    await Promise.all([
      first.connections.add(credentials(), "One"),
      second.connections.add(credentials(), "Two"),
      first.connections.add(credentials(), "Three"),
    ]);
    await waitForConnections(first, () => names(first).length === 3);
    await waitForConnections(second, () => names(second).length === 3);
    using later = openApart(user);
    await later.connections.ready();
    expect(names(later)).toEqual(["One", "Three", "Two"]);
  });

  test("are known to a new window before it reads the secrets", async () => {
    using first = openTestWindow(user);
    await first.connections.add(credentials(), "One");
    using later = openTestWindow(user);
    expect([names(later), later.connections.active()?.name]).toEqual([["One"], "One"]);
  });

  test("are updated when another window adds or removes one", async () => {
    using first = openApart(user);
    using second = openApart(user);
    const added = waitForConnections(second, () => names(second).join() === "One");
    const session = await addAccepted(first, credentials(), "One");
    await added;
    const removed = waitForConnections(second, () => names(second).length === 0);
    await first.connections.remove(session.connection);
    await removed;
    expect([...user.secrets.values.keys()]).toEqual([]);
  });

  test("that were removed do not come back from the memory of another window", async () => {
    using first = openTestWindow(user);
    const session = await addAccepted(first, credentials(), "One");
    using second = openApart(user);
    await second.connections.connect();
    await first.connections.remove(session.connection);
    await second.connections.add(credentials(), "Two");
    using later = openTestWindow(user);
    await later.connections.ready();
    expect(names(later)).toEqual(["Two"]);
  });

  test("are restored without their keys if the secrets are lost", async () => {
    using first = openTestWindow(user);
    await first.connections.add(credentials(), "One");
    user = { ...user, secrets: createMapSecrets() };
    using later = openTestWindow(user);
    expect(formatSession(await later.connections.connect())).toBe("signedOut: There is no key for One.");
  });
});

describe("a change in one window to a connection that another window uses", () => {
  const pair = async () => {
    const [first, second] = [openApart(user), openApart(user)];
    const session = await addAccepted(first, credentials(), "One");
    await waitForConnections(second, () => names(second).length === 1);
    await second.connections.use(session.connection.id);
    const end = () => {
      first[Symbol.dispose]();
      second[Symbol.dispose]();
    };
    return { first, second, connection: session.connection, [Symbol.dispose]: end };
  };

  test("ends the session there if the connection is removed", async () => {
    using windows = await pair();
    const ended = waitForSession(windows.second, "none");
    await windows.first.connections.remove(windows.connection);
    await ended;
    expect(await windows.second.connections.quiet()).toBeUndefined();
    expect(formatSession(await windows.second.connections.connect())).toBe("none");
  });

  test("updates the key there", async () => {
    using windows = await pair();
    const { key } = credentials();
    const again = waitForSession(windows.second, "connected");
    await windows.first.connections.signIn(windows.connection, { key });
    await again;
    expect((await windows.second.connections.runtimeCredentials())?.clientSecret).toBe(key);
  });

  test("signs out there even if the service is unreachable", async () => {
    using windows = await pair();
    windows.second.network.isDown = true;
    await windows.second.connections.use(windows.connection.id);
    const ended = waitForSession(windows.second, "signedOut");
    await windows.first.connections.signOut(windows.connection);
    expect(formatSession(await ended)).toBe("signedOut: You signed out of One in another window.");
  });

  test("signs out there while it connects with the deleted key", async () => {
    using windows = await pair();
    const ended = waitForSession(windows.second, "signedOut");
    const connecting = windows.second.connections.use(windows.connection.id);
    await windows.first.connections.signOut(windows.connection);
    await connecting;
    await ended;
    expect(await windows.second.connections.quiet()).toBeUndefined();
  });

  test("ends the use of the local service in both windows", async () => {
    using first = openApart(user);
    using second = openApart(user);
    const session = await first.connections.useLocal();
    if (session.kind !== "connected") throw new Error("not connected");
    await second.connections.useLocal();
    const ended = waitForSession(second, "none");
    await first.connections.signOut(session.connection);
    await ended;
    expect(formatSession(await second.connections.connect())).toBe("none");
    expect(second.local.state.keys).toBe(0);
  });
});

test("a stored key that the service refuses is sent at one start only once", async () => {
  using before = openTestWindow(user);
  let isKnown = true;
  await using service = await startJsonService(({ path }) => {
    if (!isKnown) return { status: 401, body: {} };
    return path === "/api/v1/me" ? { body: { id: 7, login: "someone" } } : { body: { projects: [{ uuid: "p-1" }] } };
  });
  await before.connections.add({ baseUrl: service.url, key: "key_canary0123456789" }, "One");
  isKnown = false;
  using later = openTestWindow(user);
  const sessions: string[] = [];
  later.connections.onDidChange(({ kind }) => void sessions.push(kind));
  await later.connections.connect();
  // The secret store and the session have answered all that was under way.
  await later.connections.ready();
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(sessions).toEqual(["connecting", "signedOut"]);
});

test("a signed-out key is not stored, and a released client cannot use it", async () => {
  using window = openTestWindow(user);
  const { baseUrl, key } = credentials();
  const session = await addAccepted(window, { baseUrl, key }, "One");
  const { client, connection } = session;
  const before = window.requests.length;
  await window.connections.signOut(connection);
  expect(await window.connections.runtimeCredentials()).toBeUndefined();
  await expect(client.call("projects.list", {})).rejects.toThrow();
  expect(window.requests.slice(before).length).toBeLessThanOrEqual(1);
  expect(window.connections.hasKey(connection)).toBe(false);
  const stores = [...user.memory.values.values(), ...user.secrets.values.values()];
  expect(stores.join()).not.toContain(key);
});

/** Resolves when the window's list matches. */
function waitForConnections({ connections }: Window, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isSo()) return;
      listening.dispose();
      resolve();
    };
    const listening = connections.onDidChangeList(check);
    check();
  });
}
