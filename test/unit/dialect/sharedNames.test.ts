import { describe, expect, test } from "vitest";
import { readServiceId } from "../../../src/contract/received.ts";
import {
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";

/** Nothing but a name tells these apart. */
const project = (name: string, description: string) => ({ name, description, created: "2026-01-01T00:00:00Z" });

/** A change by name is of the first that has it. */
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

describe("of projects that have no id", () => {
  test("one is changed by a name that is its own", async () => {
    const { client, asked } = await startDialectService(serving([[alpha, beta], [gamma]]));
    await client.call("projects.list", {});
    expect(await client.call("project.update", { id: "beta", description: "New" })).toMatchObject({ name: "beta" });
    expect(changes(asked)).toMatchObject([{ query: { name: "beta" } }]);
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
    ["and all else on one page", [[alpha, beta, alpha]]],
    ["far down a page", [[...Array.from({ length: 60 }, (_, at) => project(`p${at}`, "")), alpha, twin]]],
  ])("none is changed by a name that two have %s", async (_, pages) => {
    const { client, asked } = await startDialectService(serving(pages), {
      version: 1,
      dialect: "other",
      operations: { "projects.list": { fields: { id: ["name"], name: ["name"] } } },
    });
    await expect(client.call("project.update", { id: "alpha", description: "New" })).rejects.toThrow(
      /this one's is not its own|nothing shows how/,
    );
    expect(changes(asked)).toHaveLength(0);
  });

  test("none is changed where the parameter was proven before a second one had the name", async () => {
    const all = [alpha, beta];
    const { client, asked } = await startDialectService((one) => serving([all])(one));
    await client.call("projects.list", {});
    await client.call("project.update", { id: "alpha", description: "New" });
    all.push(twin);
    await expect(client.call("project.update", { id: "alpha", description: "New" })).rejects.toThrow(/not its own/);
    expect(changes(asked)).toHaveLength(1);
  });

  test("none is changed by a parameter called id that takes names, where two have one", async () => {
    const { client, asked } = await startDialectService(({ query: { id, ...query }, ...one }) =>
      serving([[alpha, beta], [twin]])({ ...one, query: id === undefined ? query : { ...query, name: id } }),
    );
    await client.call("projects.list", { limit: 2 });
    await expect(client.call("project.update", { id: "alpha", description: "New" })).rejects.toThrow(/not its own/);
    expect(changes(asked)).toHaveLength(0);
  });

  test("all are listed, and a name that repeats is taken for no id", async () => {
    const { client, profile } = await startDialectService(serving([[alpha, twin, beta]]), {
      version: 1,
      dialect: "other",
      operations: { "projects.list": { fields: { id: ["name"], name: ["name"] } } },
    });
    const { items } = await client.call("projects.list", {});
    expect(items.map(({ id, name }) => [readServiceId(id), name])).toEqual([
      [undefined, "alpha"],
      [undefined, "alpha"],
      [undefined, "beta"],
    ]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
    expect(profile().operations["projects.list"]?.fields).not.toHaveProperty("id");
  });
});
