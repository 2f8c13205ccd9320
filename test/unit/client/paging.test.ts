import { expect, test } from "vitest";
import type { OperationCalls } from "../../../src/client/client.ts";
import { listItems } from "../../../src/client/createServiceClient.ts";
import { projectResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

/** A page of two items; the cursor is the number of the next page. */
function createPage(cursor: unknown, count: number, last: string | null = null, size = 2) {
  const number = Number(cursor ?? 0);
  const items = Array.from({ length: size }, (_, index) => ({
    ...projectResponse,
    id: `prj_${number * size + index}`,
  }));
  return { items, nextCursor: number + 1 < count ? String(number + 1) : last };
}

test("a list returns the items of all pages, with one filtered request for each page", async () => {
  await using fixture = await startScriptedClient((socket, { target }) =>
    socket.write(formatHttpResponse(200, createPage(new URL(target, "http://none").searchParams.get("cursor"), 3))),
  );
  const ids: string[] = [];
  for await (const { id } of fixture.client.list("projects.list", { q: "x", limit: 2 })) ids.push(id);
  expect(ids).toEqual(["prj_0", "prj_1", "prj_2", "prj_3", "prj_4", "prj_5"]);
  expect(fixture.server.requests.map((request) => request.target.split("?")[1])).toEqual([
    "q=x&limit=2",
    "q=x&limit=2&cursor=1",
    "q=x&limit=2&cursor=2",
  ]);
});

/** Reads a list of these pages, each of which takes a time, until it ends, fails or an item is the last one. */
async function readPages(readPage: (cursor: unknown) => object, pageMs = 0, last?: string) {
  let now = 0;
  let pages = 0;
  const call: OperationCalls["call"] = async (_name, input) => {
    pages += 1;
    now += pageMs;
    return readPage("cursor" in input ? input.cursor : undefined) as never;
  };
  const context = { base: new URL("http://here"), clock: { now: () => now, wait: async () => {} } };
  let count = 0;
  let error: unknown;
  try {
    for await (const { id } of listItems(context, call, "projects.list", {}, undefined)) {
      count += 1;
      if (id === last) break;
    }
  } catch (failure) {
    error = failure;
  }
  return { pages, count, error };
}

const endless = (size: number) => (cursor: unknown) => createPage(cursor, Number.POSITIVE_INFINITY, null, size);
const tooLong = (reached: string) =>
  expect.objectContaining({
    ...{ name: "ListTooLongError", operation: "projects.list" },
    message: `Could not list projects at here: the list goes on after ${reached}, so the rest is not read. Narrow it, for example to one project.`,
  });

test.each([
  ["whose page is read in part requests no other", readPages((cursor) => createPage(cursor, 3), 0, "prj_1"), [1, 2]],
  ["ends at an empty cursor", readPages((cursor) => createPage(cursor, 1, "")), [1, 2]],
  [
    "whose cursor is repeated fails",
    readPages((cursor) => createPage(cursor, 3, "1")),
    [3, 6, expect.objectContaining({ message: expect.stringContaining("repeats the page after 1, so the list") })],
  ],
  ["that never ends fails after 50,000 items", readPages(endless(5000)), [10, 50_000, tooLong("50000 items")]],
  ["of empty pages that never ends fails after 5,000", readPages(endless(0)), [5000, 0, tooLong("5000 pages")]],
  ["whose pages take long fails after five minutes", readPages(endless(1), 20_000), [15, 15, tooLong("5 minutes")]],
] as const)("a list %s", async (_, read, [pages, count, error]: readonly [number, number, unknown?]) => {
  expect(await read).toEqual({ pages, count, error });
});
