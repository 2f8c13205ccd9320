import { describe, expect, test } from "vitest";
import type { RequestLogEntry, ServiceClient } from "../../../../src/client/client.ts";
import { createClientContext } from "../../../../src/client/clientContext.ts";
import { ApiError } from "../../../../src/client/errors.ts";
import { readEventStream } from "../../../../src/client/events/readEventStream.ts";
import { type ClientCredentials, unknownProfile } from "../../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../../src/dialect/connect.ts";
import { meResponse, projectResponse } from "../../../support/client/scriptedClient.ts";
import { createTestClock } from "../../../support/client/testClock.ts";
import { createMemoryProfileStore } from "../../../support/dialect/dialectContext.ts";
import { startTokenServer, tokenClient } from "../../../support/oauth/tokenServer.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../../support/services/jsonService.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";

type ServerOptions = Parameters<typeof startTokenServer>[0];
type Answer = (request: JsonServiceRequest, accepted: boolean) => JsonServiceResponse | undefined;

const me = { id: 7, login: "someone" };
const answerOther: Answer = ({ path, headers }, accepted) => {
  if (!path.startsWith("/api/v1/") || path.endsWith(".json")) return undefined;
  if (!accepted) return { status: 401, body: { error: `not accepted: ${headers.authorization}` } };
  if (path === "/api/v1/me") return { body: me };
  return path === "/api/v1/projects" ? { body: { projects: [{ uuid: "p-1", title: "Shop" }] } } : undefined;
};

/** A client of a service that takes the tokens of an authorization server. */
async function open(
  options: ServerOptions & { readonly service?: Answer; readonly secret?: string | null } = {},
  more: Partial<ClientCredentials> = {},
) {
  const stop = new AsyncDisposableStack();
  const server = stop.use(await startTokenServer(options));
  const { service: answer = answerOther, secret = tokenClient.secret } = options;
  const service = stop.use(await startJsonService((request) => answer(request, server.accepts(request))));
  const clientCredentials = { tokenUrl: server.tokenUrl, clientId: tokenClient.id, ...more };
  const credential = { header: "Authorization", scheme: "Bearer", clientCredentials };
  const store = createMemoryProfileStore({ ...unknownProfile, credential });
  const log: RequestLogEntry[] = [];
  const unauthorized: unknown[] = [];
  const clock = createTestClock();
  const openClient = () =>
    connectToService({
      ...{ baseUrl: service.url, profileStore: store, clock, log: (entry) => void log.push(entry) },
      key: async () => secret ?? undefined,
      onUnauthorized: (error) => void unauthorized.push(error),
    });
  const client = openClient();
  stop.defer(() => client.close());
  return {
    ...{ server, service, store, log, unauthorized, clock, client, openClient },
    readError: (call: Promise<unknown>) => readError(call, server.host),
    [Symbol.asyncDispose]: () => stop.disposeAsync(),
  };
}

async function readError(call: Promise<unknown>, host: string): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) return `no error: ${String(error)}`;
  const { field = "none" } = error.tokenRequest ?? {};
  return `${error.name} ${field}: ${error.message.replaceAll(host, "AUTH")}`;
}

const at = "2026-01-01T00:00:00.000Z";
const event = { deploymentId: "dep_1", sequence: 1, at, level: "info", kind: "log", message: "Built", data: null };
const getMe = (client: ServiceClient) => client.call("me.get", {});

describe("an access token", () => {
  test("is requested once for all waiting requests, and sent as a bearer", async () => {
    await using world = await open();
    const { client, server, service } = world;
    await Promise.all([
      getMe(client),
      client.call("projects.list", {}),
      client.call("projects.list", {}),
      getMe(client),
    ]);
    expect(server.readTokenRequests()).toEqual(["basic"]);
    const sent = service.requests
      .filter(({ path }) => path.startsWith("/api/v1/me"))
      .map(({ headers }) => headers.authorization);
    expect(new Set(sent)).toEqual(new Set([`Bearer ${server.issued[0]}`]));
  });

  test("is requested with scopes, audience and resource", async () => {
    await using world = await open({}, { scopes: ["read", "write"], audience: "api", resource: "https://api.example" });
    await getMe(world.client);
    expect(world.server.readTokenRequests()).toEqual([
      "basic scope=read+write&audience=api&resource=https%3A%2F%2Fapi.example",
    ]);
  });

  test("is renewed before it expires, and not sooner", async () => {
    await using world = await open({ lifetimeSeconds: 600 });
    const { client, clock, server } = world;
    await getMe(client);
    await clock.wait(560_000, undefined);
    await getMe(client);
    expect(server.issued.length).toBe(1);
    await clock.wait(11_000, undefined);
    await getMe(client);
    expect([server.issued.length, world.unauthorized]).toEqual([2, []]);
  });

  test.each([[1], ["1"], [0.001]])(
    "with a lifetime of %s s is used, and renewed for a later request",
    async (lifetimeSeconds) => {
      await using world = await open({ lifetimeSeconds });
      await getMe(world.client);
      const before = world.server.issued.length;
      await world.clock.wait(1000, undefined);
      await getMe(world.client);
      expect(world.server.issued.length).toBeGreaterThan(before);
      expect(world.unauthorized).toEqual([]);
    },
  );

  test.each([[undefined], ["soon"], [-5]])(
    "with a lifetime of %s is used until it is refused",
    async (lifetimeSeconds) => {
      await using world = await open({ lifetimeSeconds });
      await getMe(world.client);
      await world.clock.wait(86_400_000, undefined);
      await getMe(world.client);
      expect(world.server.issued.length).toBe(1);
      world.server.revokeAll();
      expect(await getMe(world.client)).toMatchObject({ name: "someone" });
      expect([world.server.issued.length, world.unauthorized]).toEqual([2, []]);
    },
  );

  test("is renewed once for all requests that were refused", async () => {
    await using world = await open();
    await world.client.call("projects.list", {});
    world.server.revokeAll();
    await Promise.all([
      world.client.call("projects.list", {}),
      getMe(world.client),
      world.client.call("projects.list", {}),
    ]);
    expect([world.server.issued.length, world.unauthorized]).toEqual([2, []]);
  });

  test("is renewed once for a request that is always refused", async () => {
    let isRefused = false;
    await using world = await open({ service: (request, accepted) => answerOther(request, accepted && !isRefused) });
    await getMe(world.client);
    isRefused = true;
    const before = world.service.requests.length;
    expect(await world.readError(getMe(world.client))).toMatch(/^UnauthorizedError none: /);
    expect([world.service.requests.length - before, world.server.issued.length]).toEqual([2, 2]);
    expect(world.unauthorized.length).toBe(1);
  });

  test("that is refused at the first contact is sent in no other way", async () => {
    await using world = await open({ service: (request) => answerOther(request, false) });
    expect(await world.readError(getMe(world.client))).toMatch(/^UnauthorizedError none: /);
    const ways = world.service.requests.map(
      ({ headers }) => headers["x-api-key"] ?? headers.authorization?.split(" ")[0],
    );
    expect(new Set(ways)).toEqual(new Set(["Bearer"]));
    expect(world.server.issued.length).toBeLessThanOrEqual(2);
  });

  test("is renewed for a change, which takes effect once", async () => {
    const changes: string[] = [];
    await using world = await open({
      service: (request, accepted) => {
        if (request.method !== "POST" || !accepted) return answerOther(request, accepted);
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
    await using world = await open({
      methods: ["client_secret_post"],
      service: ({ path }, accepted) => {
        if (!accepted) return { status: 401, body: {} };
        if (path === "/api/v1/me") return { body: meResponse };
        if (path === "/api/v1/projects") return { body: { items: [projectResponse], nextCursor: null } };
        return path === "/api/v1/project" ? { body: projectResponse } : undefined;
      },
    });
    await getMe(world.client);
    expect(world.store.read()).toMatchObject({
      dialect: "contract",
      credential: { clientCredentials: { authentication: "client_secret_post" } },
    });
    world.server.revokeAll();
    await getMe(world.client);
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
    await using world = await open({ methods: ["client_secret_post"], lifetimeSeconds: 60 });
    await getMe(world.client);
    await world.clock.wait(60_000, undefined);
    await getMe(world.client);
    const later = world.openClient();
    await getMe(later);
    await later.close();
    expect(world.server.readTokenRequests()).toEqual(["basic", "post", "post", "post"]);
    expect(world.store.read()).toMatchObject({
      dialect: "other",
      credential: { clientCredentials: { authentication: "client_secret_post" } },
    });
  });

  test("that is refused in both ways is not tried again", async () => {
    await using world = await open({ secret: "wrong-secret" });
    expect(await world.readError(getMe(world.client))).toBe(
      "UnauthorizedError clientSecret: AUTH refused the client secret: invalid_client (No such client). Check the client id and the secret.",
    );
    expect(world.server.readTokenRequests()).toEqual(["basic", "post"]);
    expect([world.service.requests, world.unauthorized.length]).toEqual([[], 1]);
  });

  test("without a secret or an id requests no token", async () => {
    await using world = await open({ secret: null });
    expect(await world.readError(getMe(world.client))).toBe(
      "UnauthorizedError clientSecret: There is no client secret for AUTH. Sign in again.",
    );
    await using other = await open({}, { clientId: undefined });
    expect(await other.readError(getMe(other.client))).toMatch(
      /^UnauthorizedError clientId: There is no client id for/,
    );
    expect([...world.server.requests, ...other.server.requests]).toEqual([]);
  });
});

describe("an authorization server", () => {
  test.each<[string, JsonServiceResponse, string]>([
    [
      "that is not well",
      { status: 503, body: {} },
      "ServiceError tokenUrl: AUTH gave no access token (503). Try again later; if it goes on, tell the server's operator.",
    ],
    [
      "that limits requests",
      { status: 429, body: {}, headers: { "retry-after": "90" } },
      "RateLimitedError tokenUrl: AUTH gave no access token (429). Try again in 90 s; if it goes on, tell the server's operator.",
    ],
    [
      "that shows a web page",
      { body: "<html>Sign in</html>" },
      "UnexpectedAnswerError tokenUrl: AUTH answered the request for an access token with a web page. Check the token address.",
    ],
    [
      "that sends no access_token",
      { body: { token: "x" } },
      "UnexpectedAnswerError tokenUrl: AUTH answered the request for an access token with no usable access token. Check the token address.",
    ],
    [
      "that sends a token of another type",
      { body: { access_token: "x", token_type: "DPoP" } },
      "UnexpectedAnswerError tokenUrl: AUTH answered the request for an access token with no usable access token. Check the token address.",
    ],
    [
      "that has no such page",
      { status: 404, body: "<html>Not found</html>" },
      "UnexpectedAnswerError tokenUrl: AUTH answered the request for an access token with a web page. Check the token address.",
    ],
    [
      "that refuses the scopes",
      { status: 400, body: { error: "invalid_scope" } },
      "ServiceError scopes: AUTH refused a request without scopes: invalid_scope. Request other scopes.",
    ],
    [
      "that demands an audience",
      { status: 400, body: { error: "invalid_request", error_description: "audience is required" } },
      "ServiceError audience: AUTH refused to give an access token: invalid_request (audience is required). Enter the audience that it expects.",
    ],
    [
      "that demands a resource",
      { status: 400, body: { error: "invalid_target" } },
      "ServiceError resource: AUTH refused to give an access token: invalid_target. Enter the resource that it expects.",
    ],
    [
      "that knows a client without this grant",
      { status: 400, body: { error: "unauthorized_client" } },
      "UnauthorizedError clientSecret: AUTH refused to give an access token: unauthorized_client. Check the client id and the secret.",
    ],
    [
      "that says 401 alone",
      { status: 401, body: "No" },
      "UnauthorizedError clientSecret: AUTH refused the client secret (401). Check the client id and the secret.",
    ],
  ])("%s is named with what to do", async (_, response, expected) => {
    await using world = await open({ answer: () => response });
    expect(await world.readError(getMe(world.client))).toBe(expected);
    expect(world.service.requests).toEqual([]);
  });

  test("that does not answer is named, and a cancelled call stops waiting for it", async () => {
    const slow = await startHttpServer(() => {});
    await using world = await open({}, { tokenUrl: `${slow}/token` });
    const stop = new AbortController();
    const call = world.client.call("me.get", {}, { signal: stop.signal });
    setImmediate(() => stop.abort());
    expect(await world.readError(call)).toMatch(/^AbortedError/);
    expect(await world.readError(world.client.call("me.get", {}, { deadlineMs: 50 }))).toMatch(/^TimeoutError/);
  });

  test("that is down is named with the reason", async () => {
    await using world = await open({}, { tokenUrl: "http://127.0.0.1:9/token" });
    expect(await world.readError(getMe(world.client))).toBe(
      "NetworkError tokenUrl: Could not get an access token from 127.0.0.1:9: nothing listens there. Check the URL, and that the service runs.",
    );
  });

  test("that redirects does not get the secret to another place", async () => {
    await using elsewhere = await startTokenServer();
    await using world = await open({
      answer: () => ({ status: 307, headers: { location: `${elsewhere.tokenUrl}?code=hidden` }, body: {} }),
    });
    expect((await world.readError(getMe(world.client))).replace(elsewhere.host, "OTHER")).toBe(
      "UnexpectedAnswerError tokenUrl: AUTH points to http://OTHER/token; the client secret was not sent there. Check the token address.",
    );
    expect(elsewhere.requests).toEqual([]);
  });
});

describe("secret and tokens", () => {
  test("go only to their own server, and to no log, error or profile", async () => {
    await using world = await open({
      service: ({ headers, path }) => ({
        status: path.endsWith("/projects") ? 500 : 401,
        body: { error: `Refused ${headers.authorization}` },
      }),
    });
    const errors = [
      await world.readError(getMe(world.client)),
      await world.readError(world.client.call("projects.list", {})),
    ];
    const told = JSON.stringify([errors, world.log, world.store.read()]);
    const sent = JSON.stringify(world.service.requests.map(({ headers, path, text }) => [headers, path, text]));
    const encoded = [tokenClient.secret, encodeURIComponent(tokenClient.secret)];
    expect(encoded.filter((secret) => told.includes(secret) || sent.includes(secret))).toEqual([]);
    expect(world.server.issued.filter((token) => told.includes(token))).toEqual([]);
    expect(world.server.issued.length).toBeGreaterThan(0);
    expect(world.log.some(({ method, path, status }) => method === "POST" && path === "/token" && status === 200)).toBe(
      true,
    );
  });

  test("are not repeated from the words of a refusal", async () => {
    await using world = await open({
      answer: (request, form) => ({
        status: 400,
        body: {
          error: "invalid_client",
          error_description: `${form.get("client_secret")} ${request.headers.authorization}`,
        },
      }),
    });
    const error = await world.readError(getMe(world.client));
    expect(error).toContain("[key]");
    expect([error.includes(tokenClient.secret), /Basic [\w+/=]{20}/.test(error)]).toEqual([false, false]);
  });

  test("are dropped when the client is closed", async () => {
    await using world = await open();
    await getMe(world.client);
    await world.client.close();
    expect(await world.readError(getMe(world.client))).toMatch(/^AbortedError/);
    expect(world.server.issued.length).toBe(1);
  });
});
