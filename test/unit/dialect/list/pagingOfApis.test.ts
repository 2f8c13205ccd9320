import { describe, expect, test } from "vitest";
import { listNewestItems } from "../../../../src/contract/isNewestFirst.ts";
import {
  createErrorResponse,
  type DialectRequest,
  type DialectResponse,
  startDialectService,
} from "../../../support/dialect/dialectService.ts";

const all = Array.from({ length: 6 }, (_, index) => ({
  id: `s-${index}`,
  name: `Server ${index}`,
  created: "2026-01-01T00:00:00Z",
}));
const ids = all.map(({ id }) => id);

/** The ids of the servers, page by page, as the editor reads them to the end. */
async function readAll(answer: (asked: DialectRequest) => DialectResponse) {
  const it = await startDialectService(answer);
  const found: string[] = [];
  for await (const { id } of it.client.list("servers.list", {})) found.push(id);
  return { ...it, found };
}

/** Two servers from a place on, and the place of the next two. */
const part = (from: number) => ({
  items: all.slice(from, from + 2),
  next: from + 2 < all.length ? from + 2 : undefined,
});

describe("a list is read to its end in the manner of", () => {
  test.each<[string, (asked: DialectRequest) => DialectResponse]>([
    [
      "PagerDuty, with an offset and whether there are more",
      ({ query }) => {
        const { items, next } = part(Number(query.offset ?? 0));
        const offset = Number(query.offset ?? 0);
        return { body: { servers: items, limit: 2, offset, total: null, more: next !== undefined } };
      },
    ],
    [
      "Zendesk's search, with the number of a page and whether there are more",
      ({ query }) => {
        const page = Number(query.page ?? 1);
        const { items, next } = part((page - 1) * 2);
        return { body: { servers: items, page, has_more: next !== undefined } };
      },
    ],
    [
      "OpenStack, with a list of links",
      ({ query }) => {
        const { items, next } = part(Number(query.marker ?? 0));
        const links =
          next === undefined ? {} : { servers_links: [{ rel: "next", href: `/api/v1/servers?marker=${next}` }] };
        return { body: { servers: items, ...links } };
      },
    ],
    [
      "Cloudflare, with result_info",
      ({ query }) => {
        const page = Number(query.page ?? 1);
        const { items } = part((page - 1) * 2);
        const info = { page, per_page: 2, count: items.length, total_count: 6, total_pages: 3 };
        return { body: { success: true, errors: [], messages: [], result: items, result_info: info } };
      },
    ],
    [
      "Jira, with the address in nextPage",
      ({ query }) => {
        const from = Number(query.startAt ?? 0);
        const { items, next } = part(from);
        const address = next === undefined ? {} : { nextPage: `/api/v1/servers?startAt=${next}` };
        return { body: { ...address, startAt: from, maxResults: 2, isLast: next === undefined, values: items } };
      },
    ],
    [
      "Jira, with startAt alone",
      ({ query }) => {
        const from = Number(query.startAt ?? 0);
        return { body: { startAt: from, maxResults: 2, total: 6, values: part(from).items } };
      },
    ],
    [
      "Salesforce, with nextRecordsUrl",
      ({ query }) => {
        const { items, next } = part(Number(query.locator ?? 0));
        const address = next === undefined ? {} : { nextRecordsUrl: `/api/v1/servers?locator=${next}` };
        return { body: { totalSize: 6, done: next === undefined, ...address, records: items } };
      },
    ],
    [
      "Heroku, with ranges",
      ({ headers }) => {
        const from = Number(/\](\d+)\.\./.exec(String(headers.range ?? ""))?.[1] ?? 0);
        const { items, next } = part(from);
        const range = next === undefined ? undefined : { "next-range": `id ]${next}..; max=2` };
        return { status: next === undefined ? 200 : 206, body: items, ...(range && { headers: range }) };
      },
    ],
  ])("%s", async (_, answer) => {
    const { found } = await readAll(answer);
    expect(found).toEqual(ids);
  });
});

test.each<[string, object]>([
  ["not where", { done: false }],
  ["ignores its own cursor", { has_more: true, next_cursor: "x" }],
])("a list that says that there is more, and %s, has its items, and is no whole list", async (_, more) => {
  const { client, asked } = await startDialectService(() => ({ body: { servers: all.slice(0, 3), ...more } }));
  const { items, nextCursor } = await client.call("servers.list", {});
  expect([items.length, nextCursor]).toEqual([3, expect.any(String)]);
  const before = asked.length;
  const next = client.call("servers.list", { cursor: String(nextCursor) });
  await expect(next).rejects.toThrow(/the service says that there is more, and not how to ask for it/);
  expect(asked).toHaveLength(before);
  const read = async () => {
    for await (const _one of client.list("servers.list", {}));
  };
  await expect(read()).rejects.toMatchObject({ name: "UnclearAnswerError" });
});

test("all pages of a list have the size of the first", async () => {
  const { found, asked } = await readAll(({ query }) => {
    const [page, size] = [Number(query.page ?? 1), Number(query.per_page ?? 2)];
    const items = all.slice((page - 1) * size, page * size);
    return { body: { servers: items, page, per_page: size, total: all.length } };
  });
  expect(found).toEqual(ids);
  expect(asked.map(({ query }) => query.per_page)).toEqual([undefined, undefined, undefined]);
});

test("deployments are listed from the newest on, whatever the order of the service", async () => {
  const deployments = [2, 9, 5].map((day) => ({
    id: `d-${day}`,
    status: "live",
    created: `2026-01-0${day}T00:00:00Z`,
  }));
  const { client } = await startDialectService(() => ({ body: deployments }));
  const { items } = await client.call("deployments.list", {});
  expect(items.map(({ id }) => id)).toEqual(["d-9", "d-5", "d-2"]);
});

describe("deployments in the order of their ids, on several pages", () => {
  const pageOf = (page: number) =>
    [3 * page, 3 * page + 1, 3 * page + 2].map((place) => ({
      id: `d-${place}`,
      status: "live",
      // Each page has older and newer ones.
      created: new Date(Date.UTC(2026, 0, 1 + ((place * 7) % 31))).toISOString(),
    }));
  const read = async (pages: number) => {
    const service = await startDialectService(({ query: { cursor = "0" } }) => {
      const next = Number(cursor) + 1;
      return { body: { items: pageOf(Number(cursor)), next_cursor: next < pages ? String(next) : null } };
    });
    return { ...service, page: await service.client.call("deployments.list", { limit: 1 }) };
  };

  test("are read to the end, because the newest can be the last", async () => {
    const { page, asked } = await read(4);
    const times = page.items.map(({ createdAt = "" }) => createdAt);
    expect([times.length, page.nextCursor, asked.length]).toEqual([12, null, 4]);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test("have no newest one if there are more pages than can be read", async () => {
    const { page, asked } = await read(30);
    expect([page.items.length, asked.length]).toEqual([30, 10]);
    expect(listNewestItems(page)).toEqual([]);
  });

  test("go on where the first page ended, as many as are asked for", async () => {
    const { page, client, asked } = await read(30);
    asked.length = 0;
    const more = await client.call("deployments.list", { limit: 1, cursor: page.nextCursor ?? "" });
    expect([more.items.map(({ id }) => id), asked.length]).toEqual([["d-30", "d-31", "d-32"], 1]);
  });
});

test("one page is enough of deployments that come newest first", async () => {
  const items = [9, 5, 2].map((day) => ({ id: `d-${day}`, status: "live", created: `2026-01-0${day}T00:00:00Z` }));
  const { client, asked } = await startDialectService(() => ({ body: { items, next_cursor: "2" } }));
  const page = await client.call("deployments.list", { limit: 1 });
  expect([listNewestItems(page)[0]?.id, asked.length]).toEqual(["d-9", 1]);
});

describe("items that do not say what they belong to", () => {
  test("are not shown as none", async () => {
    const { client } = await startDialectService(() => ({ body: { servers: all } }));
    const list = client.call("servers.list", { projectId: "p-1" });
    await expect(list).rejects.toThrow(/no server says its project, so those that were asked for cannot be found/);
  });

  test("are none if there are none", async () => {
    const { client } = await startDialectService(() => ({ body: { servers: [] } }));
    expect(await client.call("servers.list", { projectId: "p-1" })).toEqual({ items: [], nextCursor: null });
  });
});

test("an installation in a state that Fairlead does not know is shown among the installed ones", async () => {
  const copies = ["installed", "deprovisioned", "SHINY"].map((status, index) => ({
    id: `i-${index}`,
    skillId: "k",
    status,
  }));
  const { client } = await startDialectService(({ query }) =>
    query.id === "k" || query.skillId === "k" ? { body: copies } : createErrorResponse("skillId is required", 400),
  );
  const { items } = await client.call("skill.installations", { id: "k", status: "installed" });
  expect(items.map(({ status }) => status)).toEqual(["installed", { unknown: "SHINY" }]);
});
