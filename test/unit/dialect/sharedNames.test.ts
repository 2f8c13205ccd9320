import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import { readServiceId } from "../../../src/contract/received.ts";
import {
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";

/** Only the name identifies a project. */
const project = (name: string, description: string) => ({ name, description, created: "2026-01-01T00:00:00Z" });
const profile: DialectProfile = {
  version: 2,
  dialect: "other",
  operations: {
    "projects.list": { fields: { id: "$.name", name: "$.name" } },
    "project.get": { select: { in: "query", name: "name" }, fields: { id: "$.name", name: "$.name" } },
    "project.update": { select: { in: "query", name: "name" }, fields: { id: "$.name", name: "$.name" } },
  },
};

/** A change is of the first project that has the name. */
function serving(pages: readonly (readonly ReturnType<typeof project>[])[]) {
  const all = pages.flat();
  return ({ method, path, query }: DialectRequest): DialectResponse => {
    const page = Number(query.page ?? 1);
    if (path === "projects")
      return { body: { projects: pages[page - 1] ?? [], page, pages: pages.length, total: all.length } };
    const found = all.find(({ name }) => name === query.name);
    if (path !== "project" || !found) return notFoundResponse;
    return { body: method === "GET" ? found : { ...found, description: "New" } };
  };
}

const changes = (asked: readonly DialectRequest[]) => asked.filter(({ method }) => method !== "GET");
const [alpha, beta, gamma] = [project("alpha", "one"), project("beta", "two"), project("gamma", "three")];
const twin = project("alpha", "other");

describe("of projects that are identified by their names", () => {
  test("one is changed by a name that no other has", async () => {
    const { client, asked } = await startDialectService(serving([[alpha, beta], [gamma]]), profile);
    expect(await client.call("project.update", { id: "beta", description: "New" })).toMatchObject({ name: "beta" });
    expect(changes(asked)).toMatchObject([{ query: { name: "beta" } }]);
  });

  test("one is not renamed, because it would be another one", async () => {
    const { client, asked } = await startDialectService(serving([[alpha, beta]]), profile);
    await expect(client.call("project.update", { id: "beta", name: "gamma" })).rejects.toThrow(
      /identifies each project by its name, so the name cannot be changed/,
    );
    expect(changes(asked)).toHaveLength(0);
  });

  test.each([
    ["on one page", [[alpha, beta, twin]]],
    [
      "on two pages",
      [
        [alpha, beta],
        [gamma, twin],
      ],
    ],
    ["far down a page", [[...Array.from({ length: 60 }, (_, at) => project(`p${at}`, "")), alpha, twin]]],
  ])("none is changed by a name that two have %s", async (_, pages) => {
    const { client, asked } = await startDialectService(serving(pages), profile);
    await expect(client.call("project.update", { id: "alpha", description: "New" })).rejects.toThrow(
      /another project has the same name, so it selects neither/,
    );
    expect(changes(asked)).toHaveLength(0);
  });

  test("none is changed after a second one got the name", async () => {
    const all = [alpha, beta];
    const { client, asked } = await startDialectService((one) => serving([all])(one), profile);
    await client.call("project.update", { id: "alpha", description: "New" });
    all.push(twin);
    await expect(client.call("project.update", { id: "alpha", description: "New" })).rejects.toThrow(
      /another project has the same name/,
    );
    expect(changes(asked)).toHaveLength(1);
  });

  test("all are listed, and those of one name get no id", async () => {
    const { client } = await startDialectService(serving([[alpha, twin, beta]]), profile);
    const { items } = await client.call("projects.list", {});
    expect(items.map(({ id, name }) => [readServiceId(id), name])).toEqual([
      [undefined, "alpha"],
      [undefined, "alpha"],
      ["beta", "beta"],
    ]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
  });
});

test("an item whose id ends with its name is not renamed", async () => {
  const path = "/subscriptions/one/resourceGroups/beta";
  const group = { id: path, name: "beta", type: "resourceGroups", properties: { description: "" } };
  const { client, asked } = await startDialectService(({ path: requested }) =>
    requested === "projects" ? { body: { value: [group] } } : { body: group },
  );
  await client.call("projects.list", {});
  await expect(client.call("project.update", { id: path, name: "gamma" })).rejects.toThrow(
    /identifies each project by its name/,
  );
  expect(changes(asked)).toHaveLength(0);
});

test("an item whose id ends with its display name is renamed", async () => {
  const stored = { name: "projects/beta", displayName: "beta", createTime: "2026-01-01T00:00:00Z" };
  const { client } = await startDialectService(({ method, path }) => {
    if (method !== "GET") stored.displayName = "gamma";
    return { body: path === "projects" ? { projects: [stored], nextPageToken: "" } : stored };
  });
  await client.call("projects.list", {});
  expect(await client.call("project.update", { id: "projects/beta", name: "gamma" })).toMatchObject({ name: "gamma" });
});
