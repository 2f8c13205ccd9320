import { describe, expect, test } from "vitest";
import type { JsonServiceRequest, JsonServiceResponse } from "../../../support/services/jsonService.ts";
import { startDocumentedService } from "./startDocumentedService.ts";

const kinds = { project: { fields: { id: "$.id", name: "$.name" } } };
const all = Array.from({ length: 45 }, (_, index) => ({ id: `p${index + 1}`, name: `Project ${index + 1}` }));

async function start(
  lines: object,
  respond: (request: JsonServiceRequest, query: (name: string) => number) => JsonServiceResponse,
) {
  const operations = { "projects.list": { list: "$.rows", ...lines } };
  return startDocumentedService({ kinds, operations }, (request) =>
    respond(request, (name) => Number(request.query.get(name) ?? 0)),
  );
}

async function readIds(client: Awaited<ReturnType<typeof start>>["client"]) {
  const ids: string[] = [];
  for await (const { id } of client.list("projects.list", {})) ids.push(id);
  return ids;
}

const rows = (from: number, size: number, more: object = {}) => ({
  body: { rows: all.slice(from, from + size), ...more },
});
/** Where a page after the id of an item starts. */
const indexAfter = ({ query }: JsonServiceRequest) => all.findIndex(({ id }) => id === query.get("after")) + 1;

describe("a list", () => {
  const page = { kind: "page", param: "page", first: 1 };
  const offset = { kind: "offset", param: "skip" };
  const last = { kind: "last", param: "after" };
  test.each<[string, object, Parameters<typeof start>[1], number]>([
    [
      "of numbered pages ends with an empty page",
      { paging: { ...page, until: "empty" } },
      (_, query) => rows((query("page") || 1) * 15 - 15, 15),
      4,
    ],
    [
      "of numbered pages ends with a page that is not full",
      { paging: { ...page, first: 0, until: "short" }, pageSize: "size", maxPageSize: 20 },
      (_, query) => rows(query("page") * 20, query("size")),
      3,
    ],
    [
      "of numbered pages ends with its total, though the service sends smaller pages than it was asked for",
      { paging: { ...page, total: "$.count" }, pageSize: "size" },
      (_, query) => rows((query("page") || 1) * 15 - 15, 15, { count: 45 }),
      3,
    ],
    [
      "of numbered pages ends with the last of their number",
      { paging: { ...page, pages: "$.pages" } },
      (_, query) => rows((query("page") || 1) * 20 - 20, 20, { pages: 3 }),
      3,
    ],
    [
      "by offset ends with an empty page",
      { paging: { ...offset, until: "empty" } },
      (_, query) => rows(query("skip"), 15),
      4,
    ],
    [
      "by offset ends with a page that is not full",
      { paging: { ...offset, until: "short" }, pageSize: "size", maxPageSize: 20 },
      (_, query) => rows(query("skip"), query("size")),
      3,
    ],
    [
      "after the last item ends with an empty page",
      { paging: { ...last, until: "empty" } },
      (request) => rows(indexAfter(request), 15),
      4,
    ],
    [
      "after the last item ends with a page that is not full",
      { paging: { ...last, until: "short" }, pageSize: "size", maxPageSize: 20 },
      (request, query) => rows(indexAfter(request), query("size")),
      3,
    ],
    [
      "after the last item ends with its flag, whatever the page",
      { paging: { ...last, more: "$.more", until: "empty" } },
      (request) => rows(indexAfter(request), 15, { more: indexAfter(request) < 30 }),
      3,
    ],
    [
      "of ranges ends with its Content-Range",
      { paging: { kind: "range" } },
      ({ headers }) => {
        const [, from = 0] = /^items=(\d+)-/.exec(headers.range ?? "") ?? [];
        const end = Math.min(Number(from) + 19, 44);
        return { ...rows(Number(from), 20), status: 206, headers: { "content-range": `items ${from}-${end}/45` } };
      },
      3,
    ],
  ])("%s", async (_what, lines, respond, requests) => {
    const service = await start(lines, respond);
    expect(await readIds(service.client)).toEqual(all.map(({ id }) => id));
    expect(service.requests).toHaveLength(requests);
  });

  test("of numbered pages that says nothing of its end does not prove that it has one", async () => {
    const { client } = await start({ paging: page }, () => rows(0, 15));
    const { items, nextCursor } = await client.call("projects.list", {});
    expect([items.length, nextCursor]).toEqual([15, expect.any(String)]);
  });
});

describe("a list that is oldest first", () => {
  const lines = (size: number) => ({
    order: "oldestFirst",
    paging: { kind: "offset", param: "skip", total: "$.total" },
    pageSize: "size",
    maxPageSize: size,
  });
  const respond: Parameters<typeof start>[1] = (_, query) => rows(query("skip"), query("size"), { total: 45 });

  test("is read to its end and shown newest first", async () => {
    const { client, requests } = await start(lines(20), respond);
    const { items, nextCursor } = await client.call("projects.list", { limit: 10 });
    expect(items.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed());
    expect([requests.length, nextCursor]).toEqual([3, null]);
  });

  test("is shown as it comes if its end is further away", async () => {
    const { client, requests } = await start(lines(2), respond);
    const { items, nextCursor } = await client.call("projects.list", {});
    expect(items.map(({ id }) => id)).toEqual(all.slice(0, 20).map(({ id }) => id));
    expect(requests).toHaveLength(10);
    const next = await client.call("projects.list", { cursor: nextCursor ?? "" });
    expect(next.items[0]?.id).toBe("p21");
  });
});
