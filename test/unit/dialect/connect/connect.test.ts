import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { findDialect } from "../../../../src/dialect/connect/findDialect.ts";
import { meResponse, projectResponse } from "../../../support/client/scriptedClient.ts";
import { canaryKey, createDialectContext, createMemoryProfileStore } from "../../../support/dialect/dialectContext.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../../support/services/jsonService.ts";

type Answers = (request: JsonServiceRequest) => JsonServiceResponse | undefined;

/** What is found out of a service that answers so, and what it was asked. */
async function found(answer: Answers, known?: DialectProfile) {
  await using service = await startJsonService(answer);
  await using context = createDialectContext(service.url);
  const keeper = createMemoryProfileStore(known);
  const outcome = await findDialect(context, keeper, new AbortController().signal).catch((error: Error) => error);
  const documents = service
    .listRequests()
    .filter((line) => !line.startsWith("GET /api/v1/") || line.endsWith("openapi.json"));
  return {
    outcome,
    profile: keeper.read(),
    error: outcome instanceof Error ? `${outcome.name}: ${outcome.message}` : "",
    requests: service.requests,
    asked: service
      .listRequests()
      .filter((line) => !documents.includes(line))
      .map((line) => line.replace("GET /api/v1/", "")),
    documents,
  };
}

const user = { data: { uuid: "u-1", display_name: "Someone", email_address: "some@one.example", type: "user" } };
const projects = { results: [{ uuid: "p-1", title: "Shop", created_on: 1767225600 }], next_cursor: null };

/** The key as `way` has it, else `refusal`. */
const guarded =
  (header: string, value: string, refusal: JsonServiceResponse, inside: Answers): Answers =>
  (request) =>
    request.path.startsWith("/api/v1/") && request.headers[header] !== value
      ? { status: 401, ...refusal }
      : inside(request);

const inside: Answers = ({ path }) =>
  path === "/api/v1/me" ? { body: user } : path === "/api/v1/projects" ? { body: projects } : undefined;
const contract: Answers = ({ path }) => {
  if (path === "/api/v1/me") return { body: meResponse };
  if (path === "/api/v1/projects") return { body: { items: [projectResponse], nextCursor: null } };
  return path === "/api/v1/project" ? { body: projectResponse } : undefined;
};

describe("our own service", () => {
  test("is known by three answers, for which nothing of another dialect is tried", async () => {
    const served = await startServedService();
    await using context = { ...createDialectContext(served.service.url), key: async () => served.service.firstKey };
    const keeper = createMemoryProfileStore();
    const outcome = await findDialect(context, keeper, new AbortController().signal);
    expect(outcome).toMatchObject({ dialect: "contract", me: { kind: expect.any(String) } });
    expect(keeper.read()).toEqual({ version: 1, dialect: "contract", operations: {} });
    await served.close();
  });

  test("with a wrong key is refused after one request, as it says that it saw the key", async () => {
    const served = await startServedService();
    const lines: string[] = [];
    await using context = {
      ...createDialectContext(served.service.url),
      log: ({ path }: { path: string }) => void lines.push(path),
    };
    const keeper = createMemoryProfileStore();
    await expect(findDialect(context, keeper, new AbortController().signal)).rejects.toThrow(/401/);
    expect([lines, keeper.read().dialect]).toEqual([["/api/v1/me"], "unknown"]);
    await served.close();
  });

  test("that answers a web page for a moment is not taken for another dialect", async () => {
    const { error, profile } = await found((request) =>
      request.path === "/api/v1/me" ? { body: "<!doctype html><title>Back soon</title>" } : contract(request),
    );
    expect(error).toMatch(/UnexpectedAnswerError: .*HTML \("Back soon"\)/);
    expect(profile.dialect).toBe("unknown");
  });

  test("that fails for a moment is not taken for another dialect", async () => {
    const { error, profile } = await found((request) =>
      request.path === "/api/v1/me" ? { status: 500, body: { message: "Oops" } } : contract(request),
    );
    expect(error).toMatch(/Oops.*500/);
    expect(profile.dialect).toBe("unknown");
  });

  test("that fails where it is confirmed is used, and asked again the next time", async () => {
    const { outcome, profile } = await found((request) =>
      request.path === "/api/v1/projects" ? { status: 503, body: { message: "Busy" } } : contract(request),
    );
    expect([outcome, profile.dialect]).toMatchObject([{ dialect: "contract" }, "unknown"]);
  });

  test.each<[string, Answers]>([
    [
      "wraps its lists",
      ({ path }) => (path === "/api/v1/projects" ? { body: { data: [projectResponse] } } : undefined),
    ],
    [
      "heeds no limit",
      ({ path }) =>
        path === "/api/v1/projects"
          ? { body: { items: [projectResponse, projectResponse], nextCursor: null } }
          : undefined,
    ],
    [
      "selects by another name",
      ({ path }) =>
        path === "/api/v1/project" ? { status: 400, body: { message: "projectId is required" } } : undefined,
    ],
    [
      "selects nothing",
      ({ path }) => (path === "/api/v1/project" ? { body: { ...projectResponse, id: "prj_2" } } : undefined),
    ],
  ])("is not one that says who one is as the contract has it and %s", async (_what, answers) => {
    const { outcome } = await found((request) => answers(request) ?? contract(request));
    expect(outcome).toEqual({ dialect: "other" });
  });
});

describe("a service of another dialect", () => {
  test("is known by an answer that makes sense in another form", async () => {
    const { outcome, profile, asked } = await found(inside);
    expect(outcome).toEqual({ dialect: "other" });
    expect(profile).toEqual({ version: 1, dialect: "other", document: null, operations: {} });
    expect(asked).toEqual(["me", "projects"]);
  });

  test.each([404, 405, 501])(
    "that does not say who one is (%i) is connected to where it answers something else",
    async (status) => {
      const { outcome, profile, asked } = await found((request) =>
        request.path === "/api/v1/me" ? { status, body: {} } : inside(request),
      );
      expect([outcome, profile.dialect, asked]).toEqual([{ dialect: "other" }, "other", ["me", "projects"]]);
    },
  );

  test("that answers nothing which makes sense is not connected to, and says what was asked", async () => {
    const { error, profile } = await found(({ path }) =>
      path.endsWith("servers") ? { body: { status: "maintenance" } } : undefined,
    );
    expect(error).toMatch(
      /UnclearAnswerError: Could not connect to 127.*: none of its answers is understood \(GET \/api\/v1\/me: 404, GET \/api\/v1\/projects: 404, GET \/api\/v1\/servers: 200, .*before \/api\/v1/,
    );
    expect(profile.dialect).toBe("unknown");
  });

  test("that is a web page says so", async () => {
    const { error } = await found(() => ({ body: "<!doctype html><title>Welcome</title>" }));
    expect(error).toMatch(/UnexpectedAnswerError: .*HTML \("Welcome"\)/);
  });

  test("is asked for its OpenAPI document at most eight times, and without a key", async () => {
    const { documents, requests } = await found(inside);
    expect(documents.length).toBeGreaterThan(4);
    expect(documents.length).toBeLessThanOrEqual(8);
    const sent = requests.filter(({ path }) => /openapi|swagger|api-docs|api-json/.test(path));
    expect(sent.filter(({ headers }) => JSON.stringify(headers).includes(canaryKey))).toEqual([]);
  });

  test("is asked for it once: what was found out is not looked for again", async () => {
    const { documents } = await found(inside, { version: 1, dialect: "unknown", document: null, operations: {} });
    expect(documents).toEqual([]);
  });
});

describe("a key that is wanted in another way", () => {
  test.each<[string, string, string, JsonServiceResponse]>([
    [
      "named by the challenge",
      "authorization",
      `Token ${canaryKey}`,
      { headers: { "www-authenticate": 'Token realm="api"' } },
    ],
    [
      "named by the challenge beside others",
      "authorization",
      `ApiKey ${canaryKey}`,
      { headers: { "www-authenticate": 'Basic realm="a, b", ApiKey' } },
    ],
    ["named by the error", "x-service-token", canaryKey, { body: { error: "Missing header X-Service-Token" } }],
    [
      "named by the error as a header and scheme",
      "authorization",
      `Secret ${canaryKey}`,
      { body: "Send 'Authorization: Secret <key>'" },
    ],
    ["that is usual: X-API-Key", "x-api-key", canaryKey, { body: { message: "unauthorized" } }],
    ["that is usual: Token", "authorization", `Token ${canaryKey}`, {}],
    ["that is usual: Api-Key as a scheme", "authorization", `Api-Key ${canaryKey}`, {}],
    ["that is usual: Api-Key as a header", "api-key", canaryKey, {}],
    ["that is usual: the key alone", "authorization", canaryKey, {}],
    ["after a bare 403", "x-api-key", canaryKey, { status: 403, body: { message: "Forbidden" } }],
    [
      "after an error in an answer of 200",
      "x-api-key",
      canaryKey,
      { status: 200, body: { success: false, error: { code: 401, message: "No key" } } },
    ],
  ])("is sent so where it is %s", async (_what, header, value, refusal) => {
    const { outcome, profile, requests } = await found(guarded(header, value, refusal, inside));
    expect(outcome).toEqual({ dialect: "other" });
    expect(profile.credential?.header.toLowerCase()).toBe(header);
    const ways = new Set(
      requests
        .filter(({ headers }) => JSON.stringify(headers).includes(canaryKey))
        .map(({ headers: { host, ...rest } }) => JSON.stringify(rest)),
    );
    expect(ways.size).toBeLessThanOrEqual(6);
    expect(requests.filter(({ query }) => query.toString() !== "")).toEqual([]);
  });

  test.each<[string, JsonServiceResponse]>([
    ["saw the bearer and refuses it", { headers: { "www-authenticate": 'Bearer error="invalid_token"' } }],
    ["says that it lacks a right", { status: 403, body: { message: "Your plan does not include this project" } }],
  ])("is not guessed where the service %s", async (_what, refusal) => {
    const { error, requests } = await found(guarded("x-api-key", canaryKey, refusal, inside));
    expect(error).toMatch(/^(Unauthorized|Forbidden)Error/);
    expect(requests.filter(({ headers }) => headers["x-api-key"] !== undefined)).toEqual([]);
  });

  test("is tried in six ways at most, and the message says in which", async () => {
    const { error, requests, profile } = await found(() => ({
      status: 401,
      body: { message: "Who are you? Use X-One-Key or X-Two-Token" },
    }));
    expect(error).toMatch(
      /UnauthorizedError: .*401.*sent as Authorization: Bearer, X-One-Key, X-Two-Token, X-API-Key, /,
    );
    expect(requests.filter(({ headers }) => JSON.stringify(headers).includes(canaryKey))).toHaveLength(6);
    expect(profile.dialect).toBe("unknown");
  });

  test("is never sent to another origin, whatever points there", async () => {
    await using stranger = await startJsonService(() => ({ body: user }));
    const { error } = await found(({ path }) => ({ status: 302, headers: { location: `${stranger.url}${path}` } }));
    expect(error).toMatch(/RedirectedError: .*the key was not sent there/);
    expect(stranger.requests).toEqual([]);
  });

  test("is known from the time before, and tried so first", async () => {
    const known: DialectProfile = {
      version: 1,
      dialect: "unknown",
      credential: { header: "X-API-Key" },
      document: null,
      operations: {},
    };
    const { requests } = await found(guarded("x-api-key", canaryKey, {}, inside), known);
    expect(requests.map(({ headers }) => headers["x-api-key"])).toEqual([canaryKey, canaryKey]);
  });
});

describe("an organization that must be named", () => {
  test("is named by the header that a refusal names, with the one whose key it is", async () => {
    const { profile } = await found(({ path, headers }) => {
      if (path === "/api/v1/me") return { body: { ...user.data, organization_id: 42 } };
      if (headers["x-tenant-id"] !== "42") return { status: 400, body: { error: "Missing X-Tenant-Id header" } };
      return path === "/api/v1/projects" ? { body: projects } : undefined;
    });
    expect(profile.tenant).toEqual({ header: "X-Tenant-Id", value: "42" });
  });

  test("is the first of those that are listed, where nothing else tells", async () => {
    const { profile, outcome } = await found(({ path, headers }) => {
      if (path === "/api/v1/organizations")
        return {
          body: [
            { id: "acme", name: "Acme" },
            { id: "other", name: "Other" },
          ],
        };
      if (headers["x-organization"] !== "acme")
        return { status: 403, body: { error: "X-Organization header is required" } };
      return inside({ path, headers, method: "GET", query: new URLSearchParams(), text: "" });
    });
    expect(outcome).toEqual({ dialect: "other" });
    expect(profile.tenant).toEqual({ header: "X-Organization", value: "acme" });
  });

  test("is not guessed where nothing names it", async () => {
    const { profile } = await found((request) =>
      request.path === "/api/v1/projects" ? { status: 400, body: { error: "Bad request" } } : inside(request),
    );
    expect(profile.tenant).toBeUndefined();
  });
});
