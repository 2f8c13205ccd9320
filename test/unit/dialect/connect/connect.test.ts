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

const contract: Answers = ({ path }) => {
  if (path === "/api/v1/me") return { body: meResponse };
  if (path === "/api/v1/projects") return { body: { items: [projectResponse], nextCursor: null } };
  return path === "/api/v1/project" ? { body: projectResponse } : undefined;
};

describe("our own service", () => {
  test("is known by three answers, for which nothing of another dialect is tried", async () => {
    const served = await startServedService();
    await using context = { ...createDialectContext(served.service.url), key: async () => served.service.firstKey };
    const store = createMemoryProfileStore();
    const outcome = await findDialect(context, store, new AbortController().signal);
    expect(outcome).toMatchObject({ dialect: "contract", me: { kind: expect.any(String) } });
    expect(store.read()).toEqual({ version: 2, dialect: "contract", operations: {} });
    await served.close();
  });

  test("with a wrong key is refused after one request, as it says that it saw the key", async () => {
    const served = await startServedService();
    const lines: string[] = [];
    await using context = {
      ...createDialectContext(served.service.url),
      log: ({ path }: { path: string }) => void lines.push(path),
    };
    const store = createMemoryProfileStore();
    await expect(findDialect(context, store, new AbortController().signal)).rejects.toThrow(/401/);
    expect([lines, store.read().dialect]).toEqual([["/api/v1/me"], "unknown"]);
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
      "ignores the limit",
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
    const { documents } = await found(inside, { version: 2, dialect: "unknown", document: null, operations: {} });
    expect(documents).toEqual([]);
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
