import { describe, expect, test } from "vitest";
import type { ContactRefusal } from "../../../../src/client/errors.ts";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { canaryKey } from "../../../support/dialect/dialectContext.ts";
import { findServiceDialect as found, guarded, inside, user } from "../../../support/dialect/findServiceDialect.ts";
import { type JsonServiceResponse, startJsonService } from "../../../support/services/jsonService.ts";

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

  test("is tried in six ways at most", async () => {
    const { error, requests, profile } = await found(() => ({
      status: 401,
      body: { message: "Who are you? Use X-One-Key, X-Two-Token, X-Three-Auth, X-Four-Key or X-Five-Key" },
    }));
    expect(error).toMatch(/UnauthorizedError: .*Who are you\? .*Sign in with a valid key\. \(401\)$/);
    expect(requests.filter(({ headers }) => JSON.stringify(headers).includes(canaryKey))).toHaveLength(6);
    expect(profile.dialect).toBe("unknown");
  });

  test.each<[string, JsonServiceResponse, Partial<ContactRefusal>]>([
    ["only bearer, X-API-Key and Token where it names none", { status: 401 }, { named: [], isBasicNamed: false }],
    [
      "the headers that it names",
      { status: 401, body: { message: "Set X-One-Key" } },
      { named: [{ header: "X-One-Key" }] },
    ],
    ["HTTP Basic", { status: 401, headers: { "www-authenticate": 'Basic realm="x"' } }, { isBasicNamed: true }],
    [
      "an organization without a value",
      { status: 403, body: { error: "X-Org-Id is required" } },
      { tenant: "X-Org-Id" },
    ],
    [
      "an organization, as a wrong request",
      { status: 400, body: { error: "X-Org-Id missing" } },
      { tenant: "X-Org-Id" },
    ],
    [
      "another header",
      { status: 400, body: { error: "acme-version: header is required" } },
      { header: "acme-version" },
    ],
  ])("is refused with what the service says of it: %s", async (_what, refusal, contactRefusal) => {
    const { outcome } = await found((request) => (request.path.startsWith("/api/v1/") ? refusal : undefined));
    expect(outcome).toMatchObject({ contactRefusal });
  });

  test("is refused with what its OpenAPI document says of passwords and client credentials", async () => {
    const flows = { clientCredentials: { tokenUrl: "/oauth/token", scopes: { read: "Read" } } };
    const securitySchemes = { password: { type: "http", scheme: "Basic" }, machine: { type: "oauth2", flows } };
    const document = { openapi: "3.1.0", info: {}, paths: {}, components: { securitySchemes } };
    const { outcome } = await found(({ path }) =>
      path === "/openapi.json" ? { body: document } : path.startsWith("/api/v1/") ? { status: 401 } : undefined,
    );
    const tokenUrl = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/token$/);
    expect(outcome).toMatchObject({
      contactRefusal: { isBasicNamed: true, tokenEndpoint: { tokenUrl, scopes: ["read"] } },
    });
  });

  test("is tried as X-API-Key and Token where the service names nothing", async () => {
    const { outcome } = await found((request) => (request.path.startsWith("/api/v1/") ? { status: 401 } : undefined));
    const tried = [
      { header: "Authorization", scheme: "Bearer" },
      { header: "X-API-Key" },
      { header: "Authorization", scheme: "Token" },
    ];
    expect(outcome).toMatchObject({ contactRefusal: { tried } });
  });

  test("that the user chose is sent in no other way", async () => {
    const credential = { header: "X-Auth-Token" };
    const known: DialectProfile = { version: 2, dialect: "unknown", credential, operations: {} };
    const hints = { isCredentialChosen: true, document: undefined };
    const { outcome, requests } = await found(() => ({ status: 401 }), known, hints);
    expect(outcome).toMatchObject({ contactRefusal: { tried: [credential] } });
    expect(requests.map(({ headers }) => headers["x-auth-token"])).toEqual([canaryKey]);
  });

  test("is sent as a given OpenAPI document says, whose operations are learned", async () => {
    const root = {
      openapi: "3.1.0",
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Goog-Api-Key" } } },
      paths: { "/api/v1/projects": { get: { parameters: [{ name: "pageSize", in: "query" }] } } },
    };
    const hints = { isCredentialChosen: false, document: { address: "openapi.yaml", root } };
    const refusal = { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } };
    const { profile, documents } = await found(guarded("x-goog-api-key", canaryKey, refusal, inside), undefined, hints);
    expect(profile).toMatchObject({
      ...{ dialect: "other", credential: { header: "X-Goog-Api-Key" }, document: "openapi.yaml" },
      operations: { "projects.list": { pageSize: "pageSize" } },
    });
    expect(documents).toEqual([]);
  });

  test("and the search for a document carry the further headers of the profile", async () => {
    const known: DialectProfile = { version: 2, dialect: "unknown", headers: { "X-Version": "2" }, operations: {} };
    const { outcome, requests } = await found(inside, known);
    expect(outcome).toEqual({ dialect: "other" });
    expect(requests.filter(({ headers }) => headers["x-version"] !== "2")).toEqual([]);
  });

  test("is never sent to another origin, whatever points there", async () => {
    await using stranger = await startJsonService(() => ({ body: user }));
    const { error } = await found(({ path }) => ({ status: 302, headers: { location: `${stranger.url}${path}` } }));
    expect(error).toMatch(/RedirectedError: .*the key was not sent there/);
    expect(stranger.requests).toEqual([]);
  });

  test("is known from the time before, and tried so first", async () => {
    const known: DialectProfile = {
      version: 2,
      dialect: "unknown",
      credential: { header: "X-API-Key" },
      document: null,
      operations: {},
    };
    const { requests } = await found(guarded("x-api-key", canaryKey, {}, inside), known);
    expect(requests.map(({ headers }) => headers["x-api-key"])).toEqual([canaryKey, canaryKey]);
  });
});
