import { describe, expect, test } from "vitest";
import {
  createErrorResponse,
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";

const project = (id: string | number, more = {}) => ({
  id,
  name: `Project ${id}`,
  slug: `slug-${id}`,
  createdAt: "2026-01-01T00:00:00Z",
  ...more,
});

function selecting(param: string, all: readonly ReturnType<typeof project>[], without: DialectResponse) {
  return ({ path, query }: DialectRequest): DialectResponse => {
    if (path === "projects") return { body: all };
    if (path !== "project") return notFoundResponse;
    const found = all.find(({ id }) => String(id) === query[param]);
    return query[param] === undefined ? without : found ? { body: { data: found } } : notFoundResponse;
  };
}

const some = ["a", "b", "c"].map((id) => project(id));

describe("one item of another service", () => {
  test.each(["id", "projectId", "project_id"])("is selected by %s once that is known", async (param) => {
    const missing = createErrorResponse(`Missing query parameter '${param}'`, 400);
    const { client, asked, profile } = await startDialectService(selecting(param, some, missing));
    expect(await client.call("project.get", { id: "b" })).toMatchObject({ id: "b", name: "Project b" });
    expect(profile().operations["project.get"]?.select).toEqual({ in: "query", name: param });
    asked.length = 0;
    expect(await client.call("project.get", { id: "c" })).toMatchObject({ id: "c" });
    expect(asked).toHaveLength(1);
  });

  test("is not believed to be the one where the service answers any", async () => {
    const { client } = await startDialectService(selecting("project_id", some, { body: { data: some[0] } }));
    expect(await client.call("project.get", { id: "c" })).toMatchObject({ id: "c" });
  });

  test("is selected by its slug, which the list says", async () => {
    const { client, profile } = await startDialectService(({ path, query }) => {
      if (path === "projects") return { body: some };
      const found = some.find(({ slug }) => slug === query.slug);
      return found ? { body: found } : createErrorResponse("Missing query parameter 'slug'", 400);
    });
    expect(await client.call("project.get", { id: "c" })).toMatchObject({ id: "c" });
    expect(profile().operations["project.get"]?.select).toMatchObject({ name: "slug", value: "{slug}" });
  });

  test("is selected by a header", async () => {
    const { client } = await startDialectService(({ path, headers }) => {
      if (path === "projects") return { body: some };
      const found = some.find(({ id }) => id === headers["x-project-id"]);
      return found ? { body: found } : createErrorResponse("Missing required header 'X-Project-Id'");
    });
    expect(await client.call("project.get", { id: "b" })).toMatchObject({ id: "b" });
  });

  test.each(["acme/blue one", "🚀 7", "50%-off&more"])("may have the id %s", async (id) => {
    const { client } = await startDialectService(selecting("id", [...some, project(id)], notFoundResponse));
    expect(await client.call("project.get", { id })).toMatchObject({ id });
  });

  test("keeps every digit of an id of 64 bits", async () => {
    const text = '{"id":9007199254740993,"name":"Long","slug":"long"}';
    const { client } = await startDialectService(({ path, query }) =>
      path === "project" && query.id === "9007199254740993" ? { body: text } : { body: `[${text}]` },
    );
    expect((await client.call("projects.list", {})).items[0]?.id).toBe("9007199254740993");
    expect(await client.call("project.get", { id: "9007199254740993" })).toMatchObject({ name: "Long" });
  });

  test.each([404, 405, 501])("comes from the list where it cannot be read alone (%i)", async (status) => {
    const { client, asked } = await startDialectService(({ path }) =>
      path === "projects" ? { body: some } : { status, body: { error: "No route" } },
    );
    expect(await client.call("project.get", { id: "b" })).toMatchObject({ id: "b" });
    asked.length = 0;
    await client.call("project.get", { id: "c" });
    expect(asked.map(({ path }) => path)).toEqual(["projects"]);
  });

  test.each([
    [403, { code: "not_offered" }],
    [500, { status: 500 }],
  ])("that can be read neither alone nor in its list (%i) fails for a reason that is known", async (status, reason) => {
    const { client } = await startDialectService(({ path }) =>
      path === "projects" ? createErrorResponse("No list.", status) : notFoundResponse,
    );
    await expect(client.call("project.get", { id: "b" })).rejects.toMatchObject(reason);
  });

  test("that is not there is not found, and the operation is not taken for missing", async () => {
    const { client, profile } = await startDialectService(selecting("id", some, notFoundResponse));
    await client.call("project.get", { id: "a" });
    await expect(client.call("project.get", { id: "zzz" })).rejects.toMatchObject({ name: "NotFoundError" });
    expect(profile().operations["project.get"]?.offered).toBeUndefined();
  });

  test("that is gone is not found, in the words of the service", async () => {
    const { client } = await startDialectService(({ path, query }) => {
      if (path === "deployment/events" && query.id === "d") return { body: [] };
      return { status: 404, body: { error: "Deployment gone does not exist" } };
    });
    await expect(client.call("deployment.events", { id: "gone" })).rejects.toMatchObject({
      name: "NotFoundError",
      detail: "Deployment gone does not exist",
    });
    expect((await client.call("deployment.events", { id: "d" })).items).toEqual([]);
  });

  test("is asked for as the profile says before anything else", async () => {
    const select = { in: "query", name: "of" } as const;
    const operations = { "project.get": { select } };
    const { client, asked } = await startDialectService(selecting("of", some, notFoundResponse), {
      version: 2,
      dialect: "other",
      operations,
    });
    expect(await client.call("project.get", { id: "b" })).toMatchObject({ id: "b" });
    expect(asked).toHaveLength(1);
  });
});

describe("what a service does not offer", () => {
  test("is reported as not offered, and requested again the next time", async () => {
    let isThere = false;
    const { client, evidence } = await startDialectService(({ query }) =>
      isThere && query.id === "o" ? { body: { plan: "free", metrics: [] } } : notFoundResponse,
    );
    const read = () => client.call("organization.usage", { id: "o" });
    await expect(read()).rejects.toMatchObject({ code: "not_offered", status: 501, operation: "organization.usage" });
    expect(evidence("organization.usage")?.outcome).toBe("notOffered");
    isThere = true;
    expect(await read()).toMatchObject({ metrics: [] });
  });

  test("is not requested if the profile says so", async () => {
    const operations = { "servers.list": { offered: false }, "server.deploy": { offered: false } };
    const { client, asked } = await startDialectService(() => ({ body: [] }), {
      ...{ version: 2, dialect: "other" },
      operations,
    });
    await expect(client.call("servers.list", {})).rejects.toMatchObject({ code: "not_offered" });
    await expect(client.call("server.deploy", { id: "s" })).rejects.toMatchObject({ code: "not_offered" });
    expect(asked).toEqual([]);
  });
});

describe("an answer that is not understood", () => {
  test("is reported with what was looked for, and given raw", async () => {
    const { client, evidence } = await startDialectService(() => ({ body: { blob: "secret value" } }));
    const failure = await client.call("servers.list", {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "UnclearAnswerError", operation: "servers.list" });
    expect(String(failure)).toMatch(/no list that Fairlead recognises/);
    expect(String(failure)).not.toContain("secret value");
    expect(evidence("servers.list")).toMatchObject({
      ...{ outcome: "refused", status: 200, unreadable: expect.stringMatching(/^The answer holds no list/) },
    });
    expect(JSON.stringify(evidence("servers.list"))).not.toContain("secret value");
    expect(await client.fetchJson("servers.list", {})).toEqual({ blob: "secret value" });
    expect(await client.fetchResponse("servers.list", {})).toMatchObject({
      status: 200,
      body: { blob: "secret value" },
    });
  });

  test("of success with an error in it is that error", async () => {
    const { client } = await startDialectService(() => ({
      body: { success: false, error: { code: "forbidden", message: "Not yours" } },
    }));
    await expect(client.call("servers.list", {})).rejects.toMatchObject({
      name: "ForbiddenError",
      detail: "Not yours",
    });
  });

  test("never shows the key that a service echoes", async () => {
    const { client } = await startDialectService(({ headers }) => ({
      status: 400,
      body: { message: `Bad ${headers.authorization}` },
    }));
    const failure = await client.call("me.get", {}).catch((error: unknown) => error);
    expect(String(failure)).toContain("Bad Bearer [key]");
  });

  test("ends the search after 60 requests", async () => {
    const { client, asked } = await startDialectService(({ path }) =>
      path === "skill/installations" ? createErrorResponse("Something is missing") : { body: [] },
    );
    await expect(client.call("skill.installations", { id: "s" })).rejects.toMatchObject({ status: 422 });
    expect(asked.length).toBeLessThanOrEqual(60);
  });
});

describe("what a service answers in its own way", () => {
  test("is its word for the role of a member", async () => {
    const { client } = await startDialectService(() => ({ body: [{ id: "m1", name: "Ada", role: "Owner" }] }));
    const { items } = await client.call("organization.members", {});
    expect(items.map(({ role }) => role)).toEqual(["Owner"]);
  });

  test("is usage as a bare list", async () => {
    const used = ["servers", "calls"].map((name) => ({ name, used: 3, limit: 5, unit: "count" }));
    const { client } = await startDialectService(() => ({ body: used }));
    expect((await client.call("organization.usage", {})).metrics).toEqual(used);
  });

  test("is unknown, not empty, where nothing distinguishes its entries", async () => {
    const { client } = await startDialectService(() => ({
      body: { id: "u1", metrics: [{ amount: 3 }, { amount: 4 }] },
    }));
    await expect(client.call("organization.usage", {})).rejects.toThrow("no usage that Fairlead recognises");
  });
});
