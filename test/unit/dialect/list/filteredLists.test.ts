import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import {
  createErrorResponse,
  type DialectRequest,
  type DialectResponse,
  startDialectService,
} from "../../../support/dialect/dialectService.ts";

const server = (id: string, projectId: string) => ({ id, projectId, name: `Server ${id}` });
const all = [server("a", "p-1"), server("b", "p-2"), server("c", "p-1")];
const profile: DialectProfile = { version: 2, dialect: "other", operations: {} };

/** Lists servers; a request with a filter of the usual name gets the response. */
const start = (filtered: DialectResponse, known = profile) =>
  startDialectService(
    ({ query }: DialectRequest) => ("projectId" in query ? filtered : { body: { servers: all } }),
    known,
  );
const readIds = async ({ client }: Awaited<ReturnType<typeof start>>, projectId: string) =>
  (await client.call("servers.list", { projectId })).items.map(({ id }) => id);
const listFilters = ({ asked }: Awaited<ReturnType<typeof start>>) => asked.map(({ query }) => query.projectId);

test("a filter has the value that the profile says, for the list and for its items", async () => {
  const params = { projectId: { name: "project", value: "eq.{value}" } };
  const { client, asked } = await startDialectService(
    ({ query }) => ({ body: { servers: query.project === "eq.$&1" ? [{ id: "b", name: "B" }] : [] } }),
    { ...profile, operations: { "servers.list": { params } } },
  );
  const { items } = await client.call("servers.list", { projectId: "$&1" });
  expect(items.map(({ id }) => id)).toEqual(["b"]);
  expect(asked.map(({ query }) => query.project)).toEqual(["eq.$&1"]);
});

test("the version of an artifact is sent by the name that the profile says", async () => {
  const { client, asked } = await startDialectService(
    ({ path }) => ({ body: path.endsWith("artifact") ? { id: "a", name: "A" } : [] }),
    {
      ...profile,
      operations: { "registry.artifact": { params: { version: "release" }, select: { in: "query", name: "id" } } },
    },
  );
  await client.call("registry.artifact", { id: "a", version: "1.0.0" }).catch(() => {});
  expect(asked.at(-1)?.query).toEqual({ id: "a", release: "1.0.0" });
});

describe("a filter by a usual name", () => {
  test.each<[string, DialectResponse]>([
    ["is refused by its name", createErrorResponse("The filter projectId does not work.", 400)],
    ["selects nothing, although the list has such items", { body: { servers: [] } }],
  ])("that %s is not sent any more, and the items are picked here", async (_what, filtered) => {
    const it = await start(filtered);
    expect(await readIds(it, "p-1")).toEqual(["a", "c"]);
    expect(it.profile().operations["servers.list"]?.params).toEqual({ projectId: null });
    const before = it.asked.length;
    expect(await readIds(it, "p-2")).toEqual(["b"]);
    expect(listFilters(it).slice(before)).toEqual([undefined]);
  });

  test("that is refused without a reason is sent for the next owner again", async () => {
    const it = await start(createErrorResponse("Not this one.", 422));
    expect(await readIds(it, "p-1")).toEqual(["a", "c"]);
    expect(await readIds(it, "p-2")).toEqual(["b"]);
    expect(listFilters(it)).toEqual(["p-1", undefined, "p-2", undefined]);
  });

  test("that selects nothing is right where the whole list has nothing either, which is asked once", async () => {
    const it = await start({ body: { servers: [] } });
    expect(await readIds(it, "p-9")).toEqual([]);
    expect(await readIds(it, "p-9")).toEqual([]);
    expect(listFilters(it)).toEqual(["p-9", undefined, "p-9"]);
    expect(it.profile().operations["servers.list"]?.params).toBeUndefined();
  });

  test("is an error where the list without it is refused too", async () => {
    const { client, asked, profile } = await startDialectService(({ query }) =>
      createErrorResponse("projectId" in query ? "This filter does not work." : "Not today.", 400),
    );
    await expect(client.call("servers.list", { projectId: "p-1" })).rejects.toThrow("This filter does not work.");
    expect(asked.map(({ query }) => query.projectId)).toEqual(["p-1", undefined]);
    expect(profile().operations).toEqual({});
  });
});

describe("a filter that the profile says", () => {
  const known: DialectProfile = { ...profile, operations: { "servers.list": { params: { projectId: "projectId" } } } };

  test("selects nothing without a further request", async () => {
    const it = await start({ body: { servers: [] } }, known);
    expect(await readIds(it, "p-1")).toEqual([]);
    expect(listFilters(it)).toEqual(["p-1"]);
  });

  test("is an error where it is refused", async () => {
    const it = await start(createErrorResponse("Not today.", 400), known);
    await expect(readIds(it, "p-1")).rejects.toThrow("Not today.");
    expect(listFilters(it)).toEqual(["p-1"]);
  });
});

test("versions are sorted by when they were published, the newest first", async () => {
  const version = (name: string, publishedAt: string) => ({
    ...{ version: name, digest: name, publishedAt, createdAt: "2026-01-01T00:00:00Z" },
  });
  const versions = [version("1", "2026-01-01T00:00:00Z"), version("3", "2026-03-01T00:00:00Z")];
  const all = [...versions, version("2", "2026-02-01T00:00:00Z")];
  const { client } = await startDialectService(() => ({ body: { versions: all } }), {
    ...profile,
    operations: { "registry.versions": { select: { in: "query", name: "artifact" } } },
  });
  const { items } = await client.call("registry.versions", { id: "a" });
  expect(items.map((one) => one.version)).toEqual(["3", "2", "1"]);
});

describe("a filter by a usual name, where items do not say whose they are", () => {
  const runs = ["a", "b", "c"].map((id) => ({ id, status: "passed", createdAt: "2026-01-01T00:00:00Z" }));
  const listRuns = (filtered: readonly object[]) =>
    startDialectService(({ query }) => ({ body: { runs: "serverId" in query ? filtered : runs } }));

  test("is known to work if the list without it is another one, which is asked once", async () => {
    const { client, asked } = await listRuns(runs.slice(1, 2));
    for (const id of ["s-1", "s-2"])
      expect((await client.call("serverTestRuns.list", { id })).items).toMatchObject([{ id: "b" }]);
    expect(asked.map(({ query }) => query.serverId)).toEqual(["s-1", undefined, "s-2"]);
  });

  test("is still asked about after a list without items, which proves nothing", async () => {
    const found = [[], runs.slice(0, 1)];
    const { client, profile } = await startDialectService(({ query }) => ({
      body: { runs: "serverId" in query ? (found.shift() ?? []) : runs },
    }));
    await client.call("serverTestRuns.list", { id: "s-1" });
    expect(profile().operations["serverTestRuns.list"]?.params).toBeUndefined();
    expect((await client.call("serverTestRuns.list", { id: "s-2" })).items).toMatchObject([{ id: "a" }]);
    expect(profile().operations["serverTestRuns.list"]?.params).toEqual({ serverId: "serverId" });
  });

  test.each([
    ["is the same", runs],
    ["ends without them", [{ ...runs[0], id: "d" }]],
  ])("is not known to work if the list without it %s", async (_, filtered) => {
    const { client } = await listRuns(filtered);
    await expect(client.call("serverTestRuns.list", { id: "s-1" })).rejects.toThrow(/no test run says its server/);
  });
});
