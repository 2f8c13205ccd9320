import { describe, expect, test } from "vitest";
import { dialectProfileSchema } from "../../../src/contract/dialectProfile.ts";

const first = {
  version: 1,
  dialect: "other",
  preset: "json-api",
  credential: { header: "X-Key", scheme: "Token" },
  headers: { "X-Client": "editor" },
  query: { edition: "3" },
  tenant: { header: "X-Org", value: "a" },
  document: null,
  kinds: { server: ["droplet", "box"], skill: ["recipe"] },
  operations: {
    "projects.list": {
      list: ["data", "the items", "0"],
      fields: { id: ["nr"], name: ["label", "text"], slug: null },
      paging: { kind: "page", param: "page", first: 1, total: ["meta", "total"] },
      pageSize: "count",
      maxPageSize: 20,
    },
    "project.get": { select: { in: "query", name: "slug", value: "handle" }, item: [] },
    "project.update": { select: { in: "query", name: "slug", value: "the handle" } },
    "server.deploy": {
      select: { in: "body", name: "server" },
      wrapper: ["new"],
      params: { version: "tag", notes: null },
      body: { list: ["{{version}}"], deep: { path: ["a", "b"] } },
    },
    "deployments.list": { fields: { status: ["state", "phase"] } },
    "skills.list": { offered: false },
  },
  states: { server: { humming: "ready", asleep: "draft" }, deployment: { UP: "running" } },
  errors: { message: ["error", "message"], success: ["ok"] },
};

const second = {
  version: 2,
  dialect: "other",
  preset: "json-api",
  credential: { header: "X-Key", scheme: "Token" },
  headers: { "X-Client": "editor" },
  query: { edition: "3" },
  tenant: { header: "X-Org", value: "a" },
  kinds: {
    server: {
      words: ["droplet", "box"],
      states: [
        { when: { "$.status": "humming" }, is: "ready" },
        { when: { "$.status": "asleep" }, is: "draft" },
        { when: { "$.state": "humming" }, is: "ready" },
        { when: { "$.state": "asleep" }, is: "draft" },
        { when: { "$.phase": "humming" }, is: "ready" },
        { when: { "$.phase": "asleep" }, is: "draft" },
      ],
    },
    skill: { words: ["recipe"] },
    deployment: { states: [{ when: { "$.state.phase": "UP" }, is: "running" }] },
  },
  operations: {
    "projects.list": {
      list: "$.data['the items'][0]",
      fields: { id: "$.nr", name: "$.label.text", slug: null },
      paging: { kind: "page", param: "page", first: 1, total: "$.meta.total" },
      pageSize: "count",
      maxPageSize: 20,
    },
    "project.get": { select: { in: "query", name: "slug", value: "{handle}" }, item: "$" },
    "project.update": { select: { in: "query", name: "slug", value: "{$['the handle']}" } },
    "server.deploy": {
      select: { in: "body", name: "server" },
      wrapper: "$.new",
      params: { version: "tag", notes: null },
      body: { list: ["{{version}}"], deep: { path: ["a", "b"] } },
    },
    "deployments.list": { fields: { status: "$.state.phase" } },
    "skills.list": { offered: false },
  },
  errors: { message: "$.error.message", success: "$.ok" },
};

describe("a profile of version 1", () => {
  test("has its paths, states, words and selectors in the form of version 2", () => {
    expect(dialectProfileSchema.parse(first)).toEqual(second);
  });

  test("with nothing but its version has nothing else", () => {
    expect(dialectProfileSchema.parse({ version: 1, dialect: "contract" })).toEqual({
      version: 2,
      dialect: "contract",
      operations: {},
    });
  });

  test.each<[string, object]>([
    ["an unknown operation", { operations: { "projects.burn": {} } }],
    ["an unknown line", { operations: { "projects.list": { lists: [] } } }],
    ["a line that it has not", { colour: "red" }],
    ["words that are none", { kinds: { server: "droplet" } }],
    ["a state that is none", { states: { server: { humming: 7 } } }],
    ["operations that are none", { operations: { "projects.list": 5 } }],
    ["a selector that is none", { operations: { "project.get": { select: "slug" } } }],
    ["errors that are none", { errors: [] }],
  ])("is still refused with %s", (_what, change) => {
    expect(dialectProfileSchema.safeParse({ version: 1, dialect: "other", ...change }).success).toBe(false);
  });
});

test("a profile of version 1 with many states has as many rules as a profile can have", () => {
  const server = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`word ${at}`, "ready"]));
  const { kinds } = dialectProfileSchema.parse({ version: 1, dialect: "other", states: { server } });
  expect(kinds?.server?.states).toHaveLength(100);
});

test.each([1, 2])("a profile of version %i that is nested too deep is refused with a sentence", (version) => {
  const errors = JSON.parse("[".repeat(200_000) + "]".repeat(200_000));
  const { error } = dialectProfileSchema.safeParse({ version, dialect: "other", operations: {}, errors });
  expect(error?.issues[0]?.message).toBe("A profile has at most 50 objects and lists inside each other.");
});

test("a profile of version 2 is unchanged, but for the address of a document, which profiles had", () => {
  expect(dialectProfileSchema.parse({ ...second, document: "https://service.example/openapi.json" })).toEqual(second);
});

test.each([0, 3, "1", null, undefined])("a profile of version %j is refused", (version) => {
  expect(dialectProfileSchema.safeParse({ version, dialect: "other", operations: {} }).success).toBe(false);
});
