import { describe, expect, test } from "vitest";
import { findDialect } from "../../../../src/dialect/connect/findDialect.ts";
import { meResponse, projectResponse } from "../../../support/client/scriptedClient.ts";
import { canaryKey, createDialectContext, createMemoryProfileStore } from "../../../support/dialect/dialectContext.ts";
import { type Answers, findServiceDialect as found, inside } from "../../../support/dialect/findServiceDialect.ts";
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
    expect(profile).toEqual({ version: 2, dialect: "other", operations: {} });
    expect(asked).toEqual(["me"]);
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
});
