import { describe, expect, test } from "vitest";
import type { JsonServiceRequest, JsonServiceResponse } from "../../../support/services/jsonService.ts";
import { startDocumentedService } from "./startDocumentedService.ts";

const item = (uid: string, name: string, group = "g") => ({ metadata: { uid, name, group }, slug: name.toLowerCase() });
const items = [item("u1", "Atlas"), item("u2", "Beacon/2")];
const kinds = { project: { fields: { id: "$.metadata.uid", name: "$.metadata.name" } } };

/** Starts a service whose list shows the items, and which answers every other request with the first of them. */
const start = (select: object, listed: readonly object[] = items) => {
  const respond = ({ method, path }: JsonServiceRequest): JsonServiceResponse =>
    method === "GET" && path === "/api/v1/projects" ? { body: { projects: listed } } : { body: items[0] };
  const operations = { "projects.list": { list: "$.projects", paging: { kind: "none" } }, "project.get": { select } };
  return startDocumentedService({ kinds, operations }, respond);
};

describe("a selector", () => {
  test.each<[string, object, string]>([
    ["the id in a text", { in: "query", name: "id", value: "eq.{id}" }, "/api/v1/project?id=eq.u1"],
    ["a value of the item", { in: "query", name: "slug", value: "{slug}" }, "/api/v1/project?slug=atlas"],
    [
      "several values of the item",
      { in: "query", name: "ref", value: "{$.metadata.group}/{$.metadata.name}" },
      "/api/v1/project?ref=g%2FAtlas",
    ],
    ["a value after the path of the operation", { in: "path", name: "id" }, "/api/v1/project/u1"],
    [
      "a value in a path of its own",
      { in: "path", name: "/v3/projects/{value}/details", value: "{slug}" },
      "/v3/projects/atlas/details",
    ],
  ])("sends %s", async (_what, select, address) => {
    const { client, requests } = await start(select);
    await client.call("project.get", { id: "u1" });
    const sent = requests.filter(({ path }) => path !== "/api/v1/projects");
    expect(sent.map(({ path, query }) => `${path}${query.size > 0 ? `?${query}` : ""}`)).toEqual([address]);
  });

  test("encodes a value in a path", async () => {
    const { client, requests } = await start({ in: "path", name: "id", value: "{$.metadata.name}" });
    await client.call("project.get", { id: "u2" }).catch(() => {});
    expect(requests.map(({ path }) => path)).toContain("/api/v1/project/Beacon%2F2");
  });

  test.each(["..", "."])("sends nothing to the path of %s", async (name) => {
    const { client, requests } = await start({ in: "path", name: "id", value: "{$.metadata.name}" }, [
      item("u1", name),
    ]);
    await expect(client.call("project.get", { id: "u1" })).rejects.toThrow(`an address with "${name}" leads to no`);
    expect(requests.map(({ path }) => path)).toEqual(["/api/v1/projects"]);
  });

  test("with a path of its own selects for no other operation", async () => {
    const { client, requests } = await start({ in: "path", name: "/v3/projects/{value}/details" });
    await client.call("project.update", { id: "u1", name: "Atlas" });
    expect(requests.filter(({ method }) => method === "PATCH").map(({ path }) => path)).toEqual(["/api/v1/project"]);
  });

  test.each<[string, object, string]>([
    ["in a header", { in: "header", name: "X-Team" }, "/api/v1/organization/members?page=2"],
    ["in the path", { in: "path", name: "/v3/teams/{value}/members" }, "/v3/teams/members?page=2"],
  ])("%s selects the item of each page of a list", async (_where, select, address) => {
    const members = { select, list: "$.members", paging: { kind: "url", next: "$.next" } };
    const { client, requests } = await startDocumentedService(
      { operations: { "organization.members": members } },
      ({ query }) =>
        query.get("page") === "2"
          ? { body: { members: [{ id: "u2", name: "Ben" }] } }
          : { body: { members: [{ id: "u1", name: "Ann" }], next: "?page=2" } },
    );
    const { items } = await client.call("organization.members", { id: "t1" });
    expect(items.map(({ id }) => id)).toEqual(["u1", "u2"]);
    const { path, query, headers } = requests.at(-1) ?? {};
    const team = headers?.["x-team"] ?? path?.split("/")[3];
    expect([`${path?.replace("/t1", "")}?${query}`, team]).toEqual([address, "t1"]);
  });

  test("with a value that two items have selects neither", async () => {
    const { client, requests } = await start({ in: "path", name: "id", value: "{slug}" }, [
      item("u1", "Twin"),
      item("u2", "Twin"),
    ]);
    await expect(client.call("project.get", { id: "u1" })).rejects.toThrow("another project has the same slug");
    expect(requests.map(({ path }) => path)).toEqual(["/api/v1/projects"]);
  });
});
