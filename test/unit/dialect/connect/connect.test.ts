import { describe, expect, test } from "vitest";
import { findDialect } from "../../../../src/dialect/connect/findDialect.ts";
import { meResponse, projectResponse } from "../../../support/client/scriptedClient.ts";
import { canaryKey, createDialectContext, createMemoryProfileStore } from "../../../support/dialect/dialectContext.ts";
import {
  type Answers,
  findServiceDialect as found,
  inside,
  projects,
  user,
} from "../../../support/dialect/findServiceDialect.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import type { JsonServiceResponse } from "../../../support/services/jsonService.ts";

const contract: Answers = ({ path }) => {
  if (path === "/api/v1/me") return { body: meResponse };
  if (path === "/api/v1/projects") return { body: { items: [projectResponse], nextCursor: null } };
  return path === "/api/v1/project" ? { body: projectResponse } : undefined;
};

describe("our own service", () => {
  test("is known by three answers, and refuses a wrong key after one, as it says that it saw the key", async () => {
    const served = await startServedService();
    const find = async (key: string) => {
      const lines: string[] = [];
      const log = ({ path }: { path: string }) => void lines.push(path);
      await using context = { ...createDialectContext(served.service.url), key: async () => key, log };
      const store = createMemoryProfileStore();
      const outcome = await findDialect(context, store, new AbortController().signal).catch(String);
      return { outcome, profile: store.read(), lines };
    };
    expect(await find(served.service.firstKey)).toMatchObject({
      outcome: { dialect: "contract", me: { kind: expect.any(String) } },
      profile: { version: 2, dialect: "contract", operations: {} },
    });
    expect(await find(canaryKey)).toMatchObject({
      ...{ outcome: expect.stringMatching(/401/), profile: { dialect: "unknown" }, lines: ["/api/v1/me"] },
    });
    await served.close();
  });

  test.each<[JsonServiceResponse, RegExp]>([
    [{ body: "<!doctype html><title>Back soon</title>" }, /UnexpectedAnswerError: .*HTML \("Back soon"\)/],
    [{ status: 500, body: { message: "Oops" } }, /Oops.*500/],
  ])("that answers %j for a moment is not taken for another dialect", async (answer, message) => {
    const { error, profile } = await found((request) => (request.path === "/api/v1/me" ? answer : contract(request)));
    expect(error).toMatch(message);
    expect(profile.dialect).toBe("unknown");
  });

  test("that fails where it is confirmed is used, and asked again the next time", async () => {
    const { outcome, profile } = await found((request) =>
      request.path === "/api/v1/projects" ? { status: 503, body: { message: "Busy" } } : contract(request),
    );
    expect([outcome, profile.dialect]).toMatchObject([{ dialect: "contract" }, "unknown"]);
  });

  test.each<[string, string, JsonServiceResponse]>([
    ["wraps its lists", "/api/v1/projects", { body: { data: [projectResponse] } }],
    [
      "ignores the limit",
      "/api/v1/projects",
      { body: { items: [projectResponse, projectResponse], nextCursor: null } },
    ],
    ["selects by another name", "/api/v1/project", { status: 400, body: { message: "projectId is required" } }],
    ["selects nothing", "/api/v1/project", { body: { ...projectResponse, id: "prj_2" } }],
  ])("is not one that says who one is as the contract has it and %s", async (_what, path, answer) => {
    const { outcome } = await found((request) => (request.path === path ? answer : contract(request)));
    expect(outcome).toEqual({ dialect: "other" });
  });
});

describe("a service of another dialect", () => {
  test("is known by an answer that makes sense in another form", async () => {
    const { outcome, profile, asked } = await found(inside);
    expect(outcome).toEqual({ dialect: "other" });
    expect(profile).toEqual({ version: 2, dialect: "other", document: null, operations: {} });
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

  test("that says something else where it is asked who one is, is not known by that", async () => {
    const { error } = await found(({ path }) => (path === "/api/v1/me" ? { body: { state: "up" } } : undefined));
    expect(error).toMatch(/none of its answers is understood \(GET \/api\/v1\/me: 200/);
  });

  test("that is a web page says so", async () => {
    const { error } = await found(() => ({ body: "<!doctype html><title>Welcome</title>" }));
    expect(error).toMatch(/UnexpectedAnswerError: .*HTML \("Welcome"\)/);
  });

  test("is asked for its OpenAPI document at most eight times, without a key, and not again", async () => {
    const { documents, requests } = await found(inside);
    expect(documents.length).toBeGreaterThan(4);
    expect(documents.length).toBeLessThanOrEqual(8);
    const sent = requests.filter(({ path }) => /openapi|swagger|api-docs|api-json/.test(path));
    expect(sent.filter(({ headers }) => JSON.stringify(headers).includes(canaryKey))).toEqual([]);
    const again = await found(inside, { version: 2, dialect: "unknown", document: null, operations: {} });
    expect(again.documents).toEqual([]);
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

  test("is the first of those that are listed, where nothing else decides", async () => {
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
