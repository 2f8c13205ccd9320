import { describe, expect, test } from "vitest";
import {
  createErrorResponse,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../../support/dialect/dialectService.ts";

const project = (id: string) => ({ id, name: `Project ${id}`, slug: `slug-${id}`, created_at: "2026-01-01T00:00:00Z" });
const all = [project("p1"), project("p2")];

/** Projects that are read by `id`; a change is accepted with the parameter, and is of p2 if it names none. */
const asking = (param: string, refusal: DialectResponse) =>
  startDialectService(({ method, path, query }) => {
    if (path === "projects") return { body: { projects: all } };
    if (method === "GET") return { body: all.find(({ id }) => id === query.id) ?? notFoundResponse.body };
    return query[param] === undefined ? refusal : { body: all.find(({ id }) => id === query.id) ?? all[1] };
  });

describe("a refused change of an item that is read by its id", () => {
  test.each([
    ["orgId", createErrorResponse("Query parameter 'orgId' is required", 400)],
    ["orgName", createErrorResponse("Query parameter 'orgName' is required", 400)],
    ["orgId", createErrorResponse("orgId is required", 400)],
    ["requestId", createErrorResponse("Missing header 'requestId'", 400)],
    ["workspace_id", createErrorResponse("workspace_id is required")],
    ["apiKey", createErrorResponse("Missing parameter: apiKey")],
  ])("is not sent again with %s in place of the id", async (param, refusal) => {
    const { client, asked, profile } = await asking(param, refusal);
    await expect(client.call("project.update", { id: "p1", name: "New" })).rejects.toThrow(param);
    const sent = asked.filter(({ method }) => method === "PATCH");
    expect(sent.map(({ query, body }) => [query, body])).toEqual([[{ id: "p1" }, { name: "New" }]]);
    expect(profile().operations["project.update"]).toBeUndefined();
  });

  test.each([
    ["projectId", "p1"],
    ["project_uuid", "p1"],
    ["gram_project_id", "p1"],
    ["resourceId", "p1"],
    ["slug", "slug-p1"],
    ["projectSlug", "slug-p1"],
  ])("is sent again with %s if the refusal asks for it", async (param, value) => {
    const { client, asked, profile } = await startDialectService(({ method, path, query }) => {
      if (path === "projects") return { body: { projects: all } };
      if (method === "GET") return { body: all.find(({ id }) => id === query.id) ?? notFoundResponse.body };
      return query[param] === value
        ? { body: { ...all[0], name: "New" } }
        : createErrorResponse(`Query parameter '${param}' is required`, 400);
    });
    expect(await client.call("project.update", { id: "p1", name: "New" })).toMatchObject({ id: "p1" });
    expect(asked.filter(({ method }) => method === "PATCH").map(({ query }) => query)).toEqual([
      { id: "p1" },
      { [param]: value },
    ]);
    expect(profile().operations["project.update"]).toBeUndefined();
  });
});

test("a read is not sent with a parameter of another resource", async () => {
  const { client, asked } = await startDialectService(({ path, query }) => {
    if (path === "projects") return { body: { projects: all } };
    return query.orgId === undefined ? createErrorResponse("Query parameter 'orgId' is required") : { body: all[1] };
  });
  await expect(client.call("project.get", { id: "p1" })).rejects.toThrow("'orgId' is required");
  expect(asked.filter(({ query }) => "orgId" in query)).toHaveLength(0);
});

test("a change is sent with the resource name of Google's conventions", async () => {
  const made = { createTime: "2026-01-01T00:00:00Z", description: "Sells" };
  const named = [1, 2].map((index) => {
    return { name: `projects/${index}`, displayName: `P${index}`, uid: `u${index}`, ...made };
  });
  const { client, asked } = await startDialectService(({ method, path, query }) => {
    if (path === "projects") return { body: { projects: named } };
    if (query.name === undefined) return createErrorResponse("Required parameter: name", 400);
    const found = named.find(({ name }) => name === query.name);
    return found && method === "PATCH" ? { body: { ...found, displayName: "New" } } : notFoundResponse;
  });
  expect(await client.call("project.update", { id: "projects/2", name: "New" })).toMatchObject({
    id: "projects/2",
    name: "New",
  });
  expect(asked.filter(({ method }) => method === "PATCH")).toMatchObject([
    { query: { name: "projects/2" }, body: { displayName: "New" } },
  ]);
});

test("an item is not looked for by the slug of another kind, if its own kind has none", async () => {
  const [server] = [{ id: "s1", name: "One", created_at: "2026-01-01T00:00:00Z" }];
  const { client } = await startDialectService(({ path, query }) => {
    if (path === "projects") return { body: { projects: all } };
    if (path === "servers") return { body: { servers: [server] } };
    if (path === "project")
      return query["project-slug"] === undefined
        ? createErrorResponse("Query parameter 'project-slug' is required", 400)
        : { body: all.find(({ slug }) => slug === query["project-slug"]) ?? notFoundResponse.body };
    return query.id === "s1" || query["server-id"] === "s1"
      ? { body: { ...server, name: "New" } }
      : createErrorResponse("Query parameter 'server-id' is required", 400);
  });
  await client.call("projects.list", {});
  await client.call("project.get", { id: "p1" });
  await client.call("servers.list", {});
  expect(await client.call("server.update", { id: "s1", name: "New" })).toMatchObject({ name: "New" });
});
