import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import {
  createErrorResponse,
  type DialectRequest,
  startDialectService,
} from "../../../support/dialect/dialectService.ts";

const made = { name: "Atlas", created_at: "2026-01-01T00:00:00Z" };
const items = ["p1", "p2"].map((id) => ({ ...made, id, slug: `slug-${id}` }));

/** A service whose answers are about the first item, and a client that knows how requests of a method name it. */
async function start(
  select: DialectProfile["select"],
  operations: DialectProfile["operations"] = {},
  kinds?: DialectProfile["kinds"],
) {
  const respond = ({ path }: DialectRequest) => ({ body: /s$/.test(path) ? { items } : items[0] });
  const { client, asked } = await startDialectService(respond, {
    ...{ version: 2, dialect: "other", select, operations, kinds },
  });
  const first = (method: string, path: string) => asked.find((one) => one.method === method && one.path === path);
  return { client, asked, first };
}

const get = (name: string, value?: string) => ({ GET: { in: "query" as const, name, ...(value && { value }) } });

describe("what a profile says of requests by their method", () => {
  test.each<[string, DialectProfile["select"], Readonly<Record<string, string>>]>([
    ["a plain name", get("sid"), { sid: "p1" }],
    ["the kind", get("{kind}_id"), { project_id: "p1" }],
    ["the kind with a capital", get("{Kind}Sid"), { ProjectSid: "p1" }],
    ["a value with an operator", get("id", "eq.{id}"), { id: "eq.p1" }],
    ["a value of the item", get("ref", "{slug}"), { ref: "slug-p1" }],
  ])("names the item of the only reading request by %s", async (_what, select, query) => {
    const { client, asked } = await start(select);
    expect(await client.call("project.get", { id: "p1" })).toMatchObject({ id: "p1" });
    expect(asked.filter(({ path }) => path === "project").map((one) => one.query)).toEqual([query]);
  });

  test("is of other kinds, too", async () => {
    const { client, first } = await start(get("{Kind}Sid"));
    await client.call("deployment.get", { id: "p1" }).catch(() => {});
    expect(first("GET", "deployment")?.query).toEqual({ DeploymentSid: "p1" });
  });

  test.each<[DialectProfile["select"], DialectProfile["operations"], object]>([
    [{ POST: { in: "body", name: "{kind}_id" } }, {}, { server_id: "p1" }],
    [{ POST: { in: "body", name: "{Kind}Sid" } }, {}, { ServerSid: "p1" }],
    [{ POST: { in: "body", name: "{Kind}Sid", value: "s-{id}" } }, {}, { ServerSid: "s-p1" }],
    [
      { POST: { in: "body", name: "{Kind}Sid" } },
      { "runtime.token": { params: { serverId: "also" } } },
      { ServerSid: "p1", also: "p1" },
    ],
  ])("names the server of a token: %j %j", async (select, operations, body) => {
    const { client, first } = await start(select, operations);
    await client.call("runtime.token", { serverId: "p1" }).catch(() => {});
    expect(first("POST", "runtime/auth/token")?.body).toEqual(body);
  });

  test("gives way to what an operation says", async () => {
    const { client, first } = await start(get("{Kind}Sid"), {
      "project.get": { select: { in: "query", name: "own" } },
    });
    await client.call("project.get", { id: "p1" });
    await client.call("project.update", { id: "p1", name: "Atlas" }).catch(() => {});
    expect(first("GET", "project")?.query).toEqual({ own: "p1" });
    expect(first("PATCH", "project")?.query).toEqual({ ProjectSid: "p1" });
  });

  test("counts for changes and deletions as for reading, unless the profile says theirs", async () => {
    const patch = { in: "query", name: "changed" } as const;
    const both = await start({ ...get("sid"), PATCH: patch });
    await both.client.call("project.update", { id: "p1", name: "Atlas" }).catch(() => {});
    await both.client.call("apiKeys.delete", { id: "k1" }).catch(() => {});
    expect(both.asked.find(({ method }) => method === "PATCH")?.query).toEqual({ changed: "p1" });
    expect(both.asked.find(({ method }) => method === "DELETE")?.query).toEqual({ sid: "k1" });
    const shared = await start(get("sid"));
    await shared.client.call("project.update", { id: "p1", name: "Atlas" }).catch(() => {});
    expect(shared.asked.find(({ method }) => method === "PATCH")?.query).toEqual({ sid: "p1" });
  });

  test("of reading requests is not that of POST, and the other way round", async () => {
    const posted = async (select: DialectProfile["select"]) => {
      const { client, asked } = await start(select);
      await client.call("server.deploy", { id: "p1" }).catch(() => {});
      const { query, body } = asked.find(({ method }) => method === "POST") ?? {};
      return { query, body };
    };
    expect(await posted({ POST: { in: "body", name: "{kind}_id" } })).toMatchObject({ body: { server_id: "p1" } });
    expect((await posted(get("sid"))).query).not.toHaveProperty("sid");
    const { client, first } = await start({ POST: { in: "query", name: "sid" } });
    await client.call("project.get", { id: "p1" });
    expect(first("GET", "project")?.query).toEqual({ id: "p1" });
  });

  test("gives way to what the profile says of the kind of the item, where it says that of the method", async () => {
    const ofKind = { project: { select: get("{kind}_ref") }, apiKey: { select: { POST: get("x").GET } } };
    const { client, asked, first } = await start(get("sid"), {}, ofKind);
    await client.call("project.get", { id: "p1" });
    await client.call("project.update", { id: "p1", name: "Atlas" }).catch(() => {});
    await client.call("apiKeys.delete", { id: "k1" }).catch(() => {});
    expect(first("GET", "project")?.query).toEqual({ project_ref: "p1" });
    expect(first("PATCH", "project")?.query).toEqual({ project_ref: "p1" });
    expect(asked.find(({ method }) => method === "DELETE")?.query).toEqual({ sid: "k1" });
  });
});

test("the name that items have for their id is the name of the parameter that a refusal asks for", async () => {
  const projects = ["p1", "p2"].map((sid) => ({ ...made, sid }));
  const { client, asked } = await startDialectService(({ path, query }) => {
    if (path === "projects") return { body: { projects } };
    return query.sid === undefined
      ? createErrorResponse("Missing required query parameter: sid", 400)
      : { body: projects.find(({ sid }) => sid === query.sid) };
  });
  await client.call("projects.list", {});
  expect(await client.call("project.get", { id: "p2" })).toMatchObject({ id: "p2" });
  expect(asked.at(-1)?.query).toEqual({ sid: "p2" });
});
