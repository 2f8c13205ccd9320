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

test("a filter that the profile does not say is not sent: the items are picked here", async () => {
  const it = await start({ body: { servers: [] } });
  expect(await readIds(it, "p-1")).toEqual(["a", "c"]);
  expect(await readIds(it, "p-2")).toEqual(["b"]);
  expect(listFilters(it)).toEqual([undefined, undefined]);
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
