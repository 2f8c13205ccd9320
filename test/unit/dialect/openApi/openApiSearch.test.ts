import { describe, expect, test } from "vitest";
import { findDialect } from "../../../../src/dialect/connect/findDialect.ts";
import { canaryKey, createDialectContext, createMemoryProfileStore } from "../../../support/dialect/dialectContext.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../../support/services/jsonService.ts";

type Answers = (request: JsonServiceRequest) => JsonServiceResponse | undefined;

const user = { data: { uuid: "u-1", display_name: "Someone", email_address: "some@one.example" } };
const api: Answers = ({ path }) => (path === "/api/v1/me" ? { body: user } : undefined);
const document = {
  openapi: "3.0.0",
  paths: { "/api/v1/project": { get: { parameters: [{ name: "project_key", in: "query", required: true }] } } },
};
const known = { "project.get": { select: { in: "query", name: "project_key" } } };

async function found(answer: Answers, at = "") {
  await using service = await startJsonService(answer);
  await using context = createDialectContext(`${service.url}${at}`);
  const store = createMemoryProfileStore();
  await findDialect(context, store, new AbortController().signal);
  const looked = service.requests.filter(({ path }) => !/\/api\/v1\/(me|projects|servers|organizations)$/.test(path));
  const isKeyed = ({ headers }: JsonServiceRequest) => JSON.stringify(headers).includes(canaryKey);
  return { profile: store.read(), looked, keyed: looked.filter(isKeyed) };
}

describe("a service's OpenAPI document", () => {
  test.each([
    "/openapi.json",
    "/api/openapi.json",
    "/api/v1/openapi.json",
    "/swagger.json",
    "/v3/api-docs",
    "/swagger/v1/swagger.json",
    "/api-json",
  ])("is found at %s", async (place) => {
    const { profile, looked, keyed } = await found((request) =>
      request.path === place ? { body: document } : api(request),
    );
    expect([profile.operations, looked.at(-1)?.path, keyed]).toEqual([known, place, []]);
  });

  test("is found below the path that the service is at", async () => {
    const answer: Answers = ({ path, ...rest }) => {
      if (path === "/tools/swagger.json") return { body: { ...document, servers: [{ url: "/tools" }] } };
      return api({ ...rest, path: path.replace("/tools", "") });
    };
    expect((await found(answer, "/tools")).profile.operations).toEqual(known);
  });

  test("that is not for everybody is read with the key, once", async () => {
    const { profile, keyed, looked } = await found((request) => {
      if (request.path !== "/api/openapi.json") return api(request);
      return request.headers.authorization === `Bearer ${canaryKey}` ? { body: document } : { status: 401 };
    });
    expect([profile.operations, keyed.length]).toEqual([known, 1]);
    expect(looked.length).toBeLessThanOrEqual(8);
  });

  test.each([400, 401, 403, 406])("is looked for at one place of a service that refuses it with %i", async (status) => {
    const { looked } = await found((request) => api(request) ?? { status });
    expect(looked.map(({ path }) => path)).toEqual(["/openapi.json", "/openapi.json"]);
  });

  test("may be pointed to within the service, and each step counts", async () => {
    const { profile, looked } = await found((request) => {
      if (request.path === "/openapi.json") return { status: 302, headers: { location: "/docs/v1.json" } };
      return request.path === "/docs/v1.json" ? { body: document } : api(request);
    });
    expect([profile.operations, looked.map(({ path }) => path)]).toEqual([known, ["/openapi.json", "/docs/v1.json"]]);
    const endless = await found((request) =>
      request.path.startsWith("/api/v1/") ? api(request) : { status: 302, headers: { location: `${request.path}x` } },
    );
    expect(endless.looked).toHaveLength(8);
  });

  test("is not looked for at another origin", async () => {
    await using stranger = await startJsonService(() => ({ body: document }));
    const { profile } = await found((request) =>
      request.path === "/openapi.json"
        ? { status: 302, headers: { location: `${stranger.url}/openapi.json` } }
        : api(request),
    );
    expect([profile.operations, stranger.requests]).toEqual([{}, []]);
  });

  test.each<[string, JsonServiceResponse]>([
    ["larger than 5 MiB", { body: { ...document, info: "x".repeat(5 * 2 ** 20) } }],
    ["a web page", { body: "<!doctype html><title>Docs</title>" }],
    ["no JSON", { body: "openapi: 3.0.0" }],
    ["other JSON", { body: { openapi: "none" } }],
    ["a failure", { status: 500, body: document }],
  ])("is none where it is %s", async (_what, answer) => {
    const { profile } = await found((request) => (request.path.startsWith("/api/v1/m") ? api(request) : answer));
    expect([profile.dialect, profile.operations]).toEqual(["other", {}]);
  });
});
