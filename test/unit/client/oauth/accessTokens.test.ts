import { describe, expect, test } from "vitest";
import { createClientContext } from "../../../../src/client/clientContext.ts";
import { readEventStream } from "../../../../src/client/events/readEventStream.ts";
import { meResponse, projectResponse } from "../../../support/client/scriptedClient.ts";
import { answerAuthorized, openAuthorizedClient, readCurrentUser } from "../../../support/oauth/authorizedClient.ts";
import { startTokenServer, tokenClient } from "../../../support/oauth/tokenServer.ts";
import { startJsonService } from "../../../support/services/jsonService.ts";

const at = "2026-01-01T00:00:00.000Z";
const event = { deploymentId: "dep_1", sequence: 1, at, level: "info", kind: "log", message: "Built", data: null };

describe("an access token", () => {
  test("is requested once for all waiting requests, and sent as a bearer", async () => {
    await using world = await openAuthorizedClient();
    const { client, server, service } = world;
    await Promise.all([
      readCurrentUser(client),
      client.call("projects.list", {}),
      client.call("projects.list", {}),
      readCurrentUser(client),
    ]);
    expect(server.readTokenRequests()).toEqual(["basic"]);
    const sent = service.requests
      .filter(({ path }) => path.startsWith("/api/v1/me"))
      .map(({ headers }) => headers.authorization);
    expect(new Set(sent)).toEqual(new Set([`Bearer ${server.issued[0]}`]));
  });

  test("is requested with scopes, audience and resource", async () => {
    await using world = await openAuthorizedClient(
      {},
      { scopes: ["read", "write"], audience: "api", resource: "https://api.example" },
    );
    await readCurrentUser(world.client);
    expect(world.server.readTokenRequests()).toEqual([
      "basic scope=read+write&audience=api&resource=https%3A%2F%2Fapi.example",
    ]);
  });

  test("is renewed before it expires, and not sooner", async () => {
    await using world = await openAuthorizedClient({ lifetimeSeconds: 600 });
    const { client, clock, server } = world;
    await readCurrentUser(client);
    await clock.wait(560_000, undefined);
    await readCurrentUser(client);
    expect(server.issued.length).toBe(1);
    await clock.wait(11_000, undefined);
    await readCurrentUser(client);
    expect([server.issued.length, world.unauthorized]).toEqual([2, []]);
  });

  test.each([[1], ["1"], [0.001]])(
    "with a lifetime of %s s is used, and renewed for a later request",
    async (lifetimeSeconds) => {
      await using world = await openAuthorizedClient({ lifetimeSeconds });
      await readCurrentUser(world.client);
      const before = world.server.issued.length;
      await world.clock.wait(1000, undefined);
      await readCurrentUser(world.client);
      expect(world.server.issued.length).toBeGreaterThan(before);
      expect(world.unauthorized).toEqual([]);
    },
  );

  test.each([[undefined], ["soon"], [-5]])(
    "with a lifetime of %s is used until it is refused",
    async (lifetimeSeconds) => {
      await using world = await openAuthorizedClient({ lifetimeSeconds });
      await readCurrentUser(world.client);
      await world.clock.wait(86_400_000, undefined);
      await readCurrentUser(world.client);
      expect(world.server.issued.length).toBe(1);
      world.server.revokeAll();
      expect(await readCurrentUser(world.client)).toMatchObject({ id: "7" });
      expect([world.server.issued.length, world.unauthorized]).toEqual([2, []]);
    },
  );

  test("is not requested again before a Retry-After of the server has passed", async () => {
    let isLimited = true;
    const limited = { status: 429, body: {}, headers: { "retry-after": "90" } };
    await using world = await openAuthorizedClient({ answer: () => (isLimited ? limited : undefined) });
    const { client, clock, server } = world;
    await world.readError(readCurrentUser(client));
    isLimited = false;
    await clock.wait(30_000, undefined);
    expect(await world.readError(client.call("projects.list", {}))).toMatch(/^RateLimitedError .*Try again in \d\d s/);
    expect(server.readTokenRequests()).toEqual(["basic"]);
    await clock.wait(60_000, undefined);
    expect(await readCurrentUser(client)).toMatchObject({ id: "7" });
  });

  test("is renewed once for all requests that were refused", async () => {
    await using world = await openAuthorizedClient();
    await world.client.call("projects.list", {});
    world.server.revokeAll();
    await Promise.all([
      world.client.call("projects.list", {}),
      readCurrentUser(world.client),
      world.client.call("projects.list", {}),
    ]);
    expect([world.server.issued.length, world.unauthorized]).toEqual([2, []]);
  });

  test("is renewed once for a request that is always refused", async () => {
    let isRefused = false;
    await using world = await openAuthorizedClient({
      service: (request, accepted) => answerAuthorized(request, accepted && !isRefused),
    });
    await readCurrentUser(world.client);
    isRefused = true;
    const before = world.service.requests.length;
    expect(await world.readError(readCurrentUser(world.client))).toMatch(/^UnauthorizedError none: /);
    expect([world.service.requests.length - before, world.server.issued.length]).toEqual([2, 2]);
    expect(world.unauthorized.length).toBe(1);
  });

  test("that is refused at the first contact is sent in no other way", async () => {
    await using world = await openAuthorizedClient({ service: (request) => answerAuthorized(request, false) });
    expect(await world.readError(readCurrentUser(world.client))).toMatch(/^UnauthorizedError none: /);
    const ways = world.service.requests.map(
      ({ headers }) => headers["x-api-key"] ?? headers.authorization?.split(" ")[0],
    );
    expect(new Set(ways)).toEqual(new Set(["Bearer"]));
    expect(world.server.issued.length).toBeLessThanOrEqual(2);
  });

  test("is renewed for a change, which takes effect once", async () => {
    const changes: string[] = [];
    await using world = await openAuthorizedClient({
      service: (request, accepted) => {
        if (request.method !== "POST" || !accepted) return answerAuthorized(request, accepted);
        changes.push(request.text);
        return { status: 201, body: { project: { uuid: "p-2", title: "New" } } };
      },
    });
    await world.client.call("projects.list", {});
    world.server.revokeAll();
    await world.client.call("projects.create", { name: "New" }).catch(() => {});
    expect(changes.length).toBe(1);
  });

  test("opens a service of the contract, and the profile learns how the client is identified", async () => {
    await using world = await openAuthorizedClient({
      methods: ["client_secret_post"],
      service: ({ path }, accepted) => {
        if (!accepted) return { status: 401, body: {} };
        if (path === "/api/v1/me") return { body: meResponse };
        if (path === "/api/v1/projects") return { body: { items: [projectResponse], nextCursor: null } };
        return path === "/api/v1/project" ? { body: projectResponse } : undefined;
      },
    });
    await readCurrentUser(world.client);
    expect(world.store.read()).toMatchObject({
      dialect: "contract",
      credential: { clientCredentials: { authentication: "client_secret_post" } },
    });
    world.server.revokeAll();
    await readCurrentUser(world.client);
    expect(world.unauthorized).toEqual([]);
  });
});

describe("a stream", () => {
  test("whose token is refused is opened with another one, unseen by its reader", async () => {
    await using server = await startTokenServer();
    await using service = await startJsonService((request) =>
      server.accepts(request)
        ? { headers: { "content-type": "text/event-stream" }, body: `data: ${JSON.stringify(event)}\n\n` }
        : { status: 401, body: {} },
    );
    const clientCredentials = { tokenUrl: server.tokenUrl, clientId: tokenClient.id };
    const context = createClientContext({
      baseUrl: service.url,
      key: async () => tokenClient.secret,
      clientCredentials: () => clientCredentials,
    });
    await context.key({ operation: "deployment.events" });
    server.revokeAll();
    const events = [];
    const { signal } = new AbortController();
    for await (const one of readEventStream(context, { id: "dep_1", after: 0 }, signal, () => events.push("open")))
      events.push(one.sequence);
    await context.close();
    expect([events, server.issued.length]).toEqual([["open", 1], 2]);
  });
});

describe("the client", () => {
  test("is identified in the body after HTTP Basic was refused, and in the body from then on", async () => {
    await using world = await openAuthorizedClient({ methods: ["client_secret_post"], lifetimeSeconds: 60 });
    await readCurrentUser(world.client);
    await world.clock.wait(60_000, undefined);
    await readCurrentUser(world.client);
    const later = world.openClient();
    await readCurrentUser(later);
    await later.close();
    expect(world.server.readTokenRequests()).toEqual(["basic", "post", "post", "post"]);
    expect(world.store.read()).toMatchObject({
      dialect: "other",
      credential: { clientCredentials: { authentication: "client_secret_post" } },
    });
  });

  test("that is refused in both ways is not tried again", async () => {
    await using world = await openAuthorizedClient({ secret: "wrong-secret" });
    expect(await world.readError(readCurrentUser(world.client))).toBe(
      "UnauthorizedError clientSecret: AUTH refused the client secret: invalid_client (No such client). Check the client id and the secret.",
    );
    expect(world.server.readTokenRequests()).toEqual(["basic", "post"]);
    expect([world.service.requests, world.unauthorized.length]).toEqual([[], 1]);
  });

  test("without a secret or an id requests no token", async () => {
    await using world = await openAuthorizedClient({ secret: null });
    expect(await world.readError(readCurrentUser(world.client))).toBe(
      "UnauthorizedError clientSecret: There is no client secret for AUTH. Sign in again.",
    );
    await using other = await openAuthorizedClient({}, { clientId: undefined });
    expect(await other.readError(readCurrentUser(other.client))).toMatch(
      /^UnauthorizedError clientId: There is no client id for/,
    );
    expect([...world.server.requests, ...other.server.requests]).toEqual([]);
  });
});

describe("secret and tokens", () => {
  test("go only to their own server, and to no log, error or profile", async () => {
    await using world = await openAuthorizedClient({
      service: ({ headers, path }) => ({
        status: path.endsWith("/projects") ? 500 : 401,
        body: { error: `Refused ${headers.authorization}` },
      }),
    });
    const errors = [
      await world.readError(readCurrentUser(world.client)),
      await world.readError(world.client.call("projects.list", {})),
    ];
    const output = JSON.stringify([errors, world.log, world.store.read()]);
    const sent = JSON.stringify(world.service.requests.map(({ headers, path, text }) => [headers, path, text]));
    const encoded = [tokenClient.secret, encodeURIComponent(tokenClient.secret)];
    expect(encoded.filter((secret) => output.includes(secret) || sent.includes(secret))).toEqual([]);
    expect(world.server.issued.filter((token) => output.includes(token))).toEqual([]);
    expect(world.server.issued.length).toBeGreaterThan(0);
    expect(world.log.some(({ method, path, status }) => method === "POST" && path === "/token" && status === 200)).toBe(
      true,
    );
  });

  test("are not repeated from the words of a refusal", async () => {
    await using world = await openAuthorizedClient({
      answer: (request, form) => ({
        status: 400,
        body: {
          error: "invalid_client",
          error_description: `${form.get("client_secret")} ${request.headers.authorization}`,
        },
      }),
    });
    const error = await world.readError(readCurrentUser(world.client));
    expect(error).toContain("[key]");
    expect([error.includes(tokenClient.secret), /Basic [\w+/=]{20}/.test(error)]).toEqual([false, false]);
  });

  test("are dropped when the client is closed", async () => {
    await using world = await openAuthorizedClient();
    await readCurrentUser(world.client);
    await world.client.close();
    expect(await world.readError(readCurrentUser(world.client))).toMatch(/^AbortedError/);
    expect(world.server.issued.length).toBe(1);
  });
});
