import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { createVersionFiles } from "../../../../../src/extension/registry/model/versionFiles.ts";
import { createServerNames } from "../../../../../src/extension/server/model/serverNames.ts";
import { createDeploymentsSource } from "../../../../../src/extension/workbench/tree/createDeploymentsSource.ts";

const { signal } = new AbortController();

/** A list of servers in pages of two. */
function createFixture(count: number) {
  const cursors: (string | undefined)[] = [];
  const servers = Array.from({ length: count }, (_, index) => ({ id: `srv_${index}`, name: `Server ${index}` }));
  const list = async (_: string, { cursor }: { readonly cursor?: string }) => {
    cursors.push(cursor);
    const start = Number(cursor ?? 0);
    return { items: servers.slice(start, start + 2), nextCursor: start + 2 < count ? `${start + 2}` : null };
  };
  const client = { call: list as never } as unknown as ServiceClient;
  const readNames = createServerNames();
  const read = async (...ids: readonly (string | undefined)[]) => {
    const { name } = await readNames({ client, projectId: undefined, ids: async () => ids, signal });
    return ids.map((id) => (id === undefined ? undefined : name(id)));
  };
  return { cursors, read };
}

test("follows the pages until each server has a name", async () => {
  const { cursors, read } = createFixture(10);
  expect(await read("srv_1", "srv_4", undefined)).toEqual(["Server 1", "Server 4", undefined]);
  expect(cursors).toEqual([undefined, "2", "4"]);
});

test("reads one page again when all names are known", async () => {
  const { cursors, read } = createFixture(10);
  await read("srv_4");
  cursors.length = 0;
  expect(await read("srv_4")).toEqual(["Server 4"]);
  expect(cursors).toEqual([undefined]);
});

test("reads at most ten pages, and does not search a server again", async () => {
  const { cursors, read } = createFixture(100);
  expect(await read("srv_gone")).toEqual([undefined]);
  expect(cursors.length).toBe(10);
  await read("srv_gone");
  expect(cursors.length).toBe(11);
});

test("a list of deployments that fails together with the servers leaves no failure unhandled", async () => {
  const unhandled: unknown[] = [];
  const keep = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", keep);
  onTestFinished(() => void process.off("unhandledRejection", keep));
  const client = { call: async (name: string) => Promise.reject(new Error(name)) } as unknown as ServiceClient;
  const rest = { versions: createVersionFiles(), filter: "", projectId: undefined, cursor: undefined, signal };
  const reading = createDeploymentsSource().roots({ client, ...rest });
  await expect(reading).rejects.toThrow("deployments.list");
  await setImmediate();
  expect(unhandled).toEqual([]);
});
