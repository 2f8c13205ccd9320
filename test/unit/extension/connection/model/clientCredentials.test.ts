import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  createTestUser,
  formatSession,
  openApart,
  openTestWindow,
  startTestUser,
  type TestUser,
  waitForSession,
} from "../../../../support/editor/testWindow.ts";
import { startTokenServer, tokenClient } from "../../../../support/oauth/tokenServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { startJsonService } from "../../../../support/services/jsonService.ts";

let user: TestUser;
const machine = await startTestUser();
afterAll(() => machine[Symbol.asyncDispose]());
beforeEach(() => {
  user = createTestUser(machine.service);
});

type Window = ReturnType<typeof openTestWindow>;

async function startServers(options: Parameters<typeof startTokenServer>[0] = {}) {
  const stop = new AsyncDisposableStack();
  const server = stop.use(await startTokenServer(options));
  const service = stop.use(
    await startJsonService((request) => {
      if (!request.path.startsWith("/api/v1/")) return undefined;
      if (!server.accepts(request)) return { status: 401, body: {} };
      return request.path === "/api/v1/me" ? { body: { id: 7, login: "someone" } } : undefined;
    }),
  );
  const choices = {
    credential: {
      ...{ header: "Authorization", scheme: "Bearer" },
      clientCredentials: { tokenUrl: server.tokenUrl, clientId: tokenClient.id },
    },
  };
  const credentials = { baseUrl: service.url, key: tokenClient.secret };
  const connect = async ({ connections }: Window) => {
    await connections.verify(credentials, undefined, undefined, choices);
    const session = await connections.add(credentials, "One");
    if (session.kind !== "connected") throw new Error(`The session is ${formatSession(session)}.`);
    return session;
  };
  return { server, service, choices, credentials, connect, [Symbol.asyncDispose]: () => stop.disposeAsync() };
}

describe("a connection with client credentials", () => {
  test("is connected again by another window, which has only the stored secret", async () => {
    await using servers = await startServers();
    using first = openApart(user);
    await servers.connect(first);
    using second = openApart(user);
    await second.connections.ready();
    const connection = requireValue(second.connections.all()[0]);
    expect(formatSession(await second.connections.use(connection.id))).toBe("connected");
    expect(second.connections.profile(connection).read().credential).toMatchObject(servers.choices.credential);
  });

  test("keeps the secret in the secret storage alone, not as a key or the credentials of the service's own token endpoint, and the token nowhere", async () => {
    await using servers = await startServers();
    using window = openTestWindow(user);
    await servers.connect(window);
    expect(await window.connections.runtimeCredentials()).toBeUndefined();
    expect(window.connections.readSecretTexts()).toEqual([tokenClient.secret]);
    window.connections.dispose();
    const memory = [...user.memory.values.values()].join();
    const stored = memory + [...user.secrets.values.values()].join();
    expect([memory.includes(tokenClient.secret), stored.includes(tokenClient.secret)]).toEqual([false, true]);
    expect(servers.server.issued.filter((token) => stored.includes(token))).toEqual([]);
    expect(memory).toContain(tokenClient.id);
    const secret = [...user.secrets.values.values()].find((text) => text.includes(tokenClient.secret)) ?? "{}";
    // Versions without client credentials do not read it as a key.
    expect(JSON.parse(secret)).toMatchObject({ version: 2, clientCredentials: { clientId: tokenClient.id } });
  });

  test("with another client is taken over by the other windows", async () => {
    const answer = () => ({ body: { access_token: `at-${crypto.randomUUID()}`, token_type: "bearer" } });
    await using server = await startTokenServer({ answer });
    await using service = await startJsonService(({ path, headers }) =>
      path === "/api/v1/me" && headers.authorization ? { body: { id: 7, login: "someone" } } : { status: 404 },
    );
    using first = openApart(user);
    const signIn = async (clientId: string) => {
      const credentials = { baseUrl: service.url, key: tokenClient.secret };
      const clientCredentials = { tokenUrl: server.tokenUrl, clientId };
      const credential = { header: "Authorization", scheme: "Bearer", clientCredentials };
      const [known] = first.connections.all();
      await first.connections.verify(credentials, undefined, known, { credential });
      await (known
        ? first.connections.signIn(known, { key: credentials.key })
        : first.connections.add(credentials, "One"));
      return requireValue(first.connections.all()[0]);
    };
    const connection = await signIn("one");
    using second = openApart(user);
    await second.connections.ready();
    await second.connections.use(connection.id);
    const again = waitForSession(second, "connected");
    await signIn("two");
    await again;
    expect(second.connections.profile(connection).read().credential?.clientCredentials?.clientId).toBe("two");
  });

  test("takes a key in its place, in all windows", async () => {
    await using servers = await startServers();
    using first = openApart(user);
    const { connection } = await servers.connect(first);
    using second = openApart(user);
    await second.connections.ready();
    await second.connections.use(connection.id);
    const profile = first.connections.profile(connection);
    const { credential, ...rest } = profile.read();
    profile.replace(rest);
    const ended = waitForSession(second, "signedOut");
    await first.connections.signIn(connection, { key: "key_canary0123" });
    await ended;
    expect(second.connections.profile(connection).read().credential).toBeUndefined();
  });

  test("does not send the secret for another client, another server or as a key", async () => {
    await using servers = await startServers();
    await using elsewhere = await startTokenServer();
    using window = openTestWindow(user);
    const { connection } = await servers.connect(window);
    const profile = window.connections.profile(connection);
    const { credential, ...rest } = profile.read();
    if (!credential?.clientCredentials) throw new Error("There are no client credentials.");
    const { clientCredentials } = credential;
    profile.replace({
      ...rest,
      credential: { ...credential, clientCredentials: { ...clientCredentials, tokenUrl: elsewhere.tokenUrl } },
    });
    expect(formatSession(await window.connections.use(connection.id)).replace(elsewhere.host, "OTHER")).toBe(
      "signedOut: The profile of One names client one at OTHER, which the stored key is not for. Sign in with its client secret.",
    );
    profile.replace({
      ...rest,
      credential: { ...credential, clientCredentials: { ...clientCredentials, clientId: "two" } },
    });
    expect(formatSession(await window.connections.use(connection.id))).toMatch(
      /^signedOut: The profile of One names two at /,
    );
    expect(elsewhere.requests).toEqual([]);
    profile.replace({ ...rest, credential: { header: "Authorization", scheme: "Bearer" } });
    await window.connections.use(connection.id);
    const sent = JSON.stringify(servers.service.requests.map(({ headers }) => headers));
    expect(sent).not.toContain(tokenClient.secret);
  });

  test("whose profile is changed while it is connected sends the secret nowhere else", async () => {
    await using servers = await startServers();
    await using elsewhere = await startTokenServer();
    using window = openTestWindow(user);
    const { client, profileStore } = await servers.connect(window);
    const { credential, ...rest } = profileStore.read();
    if (!credential?.clientCredentials) throw new Error("There are no client credentials.");
    const clientCredentials = { ...credential.clientCredentials, tokenUrl: elsewhere.tokenUrl };
    profileStore.replace({ ...rest, credential: { ...credential, clientCredentials } });
    await expect(client.call("me.get", {})).rejects.toThrow(`There is no client secret for ${elsewhere.host}.`);
    expect(elsewhere.requests).toEqual([]);
    expect(formatSession(window.connections.session()).replace(elsewhere.host, "OTHER")).toBe(
      "signedOut: One: There is no client secret for OTHER. Sign in again.",
    );
  });

  test("is signed out with the server's words when it no longer knows the client", async () => {
    let isKnown = true;
    await using servers = await startServers({
      answer: () => (isKnown ? undefined : { status: 401, body: { error: "invalid_client" } }),
    });
    const { server } = servers;
    using window = openTestWindow(user);
    const session = await servers.connect(window);
    isKnown = false;
    server.revokeAll();
    await session.client.call("me.get", {}).catch(() => {});
    const reason =
      "signedOut: One: AUTH refused the client secret: invalid_client. Check the client id and the secret.";
    expect(formatSession(window.connections.session()).replace(server.host, "AUTH")).toBe(reason);
    window.connections.dispose();
    using later = openTestWindow(user);
    expect(formatSession(await later.connections.connect()).replace(server.host, "AUTH")).toBe(reason);
  });
});
