import { describe, expect, test } from "vitest";
import { unprovenEnd } from "../../../src/contract/operation.ts";
import {
  createErrorResponse,
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";
import { longTest } from "../../support/longTest.ts";

const projects = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    project_id: `p-${from + index}`,
    title: `Project ${from + index}`,
    created_at: 1_780_000_000 + index,
    workspace: "w-1",
  }));

/** The ids of all projects, read page by page. */
async function readIds(answer: (asked: DialectRequest) => DialectResponse, input = {}) {
  const it = await startDialectService((asked) => (asked.path === "projects" ? answer(asked) : notFoundResponse));
  const ids: string[] = [];
  for await (const { id } of it.client.list("projects.list", input)) ids.push(id);
  return { ...it, ids };
}

const idsUpTo = (count: number) => projects(count).map(({ project_id }) => project_id);
const slice = (all: readonly unknown[], from: unknown, size: number) =>
  all.slice(Number(from ?? 0), Number(from ?? 0) + size);

describe("a list of another service", () => {
  test("has the contract's fields, and keeps those that the contract does not know", async () => {
    const { client } = await startDialectService(() => ({
      body: { data: projects(1).map((one) => ({ ...one, shiny: 1 })) },
    }));
    const { items, nextCursor } = await client.call("projects.list", {});
    expect(items).toMatchObject([{ id: "p-0", name: "Project 0", createdAt: "2026-05-28T20:26:40.000Z", shiny: 1 }]);
    expect(nextCursor).toBeNull();
  });

  test("is empty if the response has no content", async () => {
    const { client } = await startDialectService(() => ({ status: 204 }));
    expect(await client.call("projects.list", {})).toEqual({ items: [], nextCursor: null });
  });

  longTest("of 50,000 items in one response is read with one request", async () => {
    const { ids, asked } = await readIds(() => ({ body: { projects: projects(50_000) } }), { limit: 200 });
    expect(ids).toHaveLength(50_000);
    expect(asked).toHaveLength(1);
  });

  longTest("of 50,000 items on 250 pages is read with one request for each page", async () => {
    const all = projects(50_000);
    const { ids, asked } = await readIds(
      ({ query: { offset = "0" } }) => ({
        body: { projects: slice(all, offset, 200), offset: Number(offset), total: all.length },
      }),
      { limit: 200 },
    );
    expect(ids).toHaveLength(50_000);
    expect(asked).toHaveLength(250);
  });

  test("of many pages is read from where the editor stopped", async () => {
    const { client, asked } = await startDialectService(({ query: { cursor = "0" } }) => ({
      body: { items: projects(2, Number(cursor)), next_cursor: Number(cursor) < 6 ? String(Number(cursor) + 2) : null },
    }));
    const first = await client.call("projects.list", { limit: 4 });
    expect(first.items.map(({ id }) => id)).toEqual(idsUpTo(4));
    asked.length = 0;
    const second = await client.call("projects.list", { limit: 4, cursor: first.nextCursor ?? "" });
    expect(second.items.map(({ id }) => id)).toEqual(idsUpTo(8).slice(4));
    expect(asked.map(({ query }) => query.cursor)).toEqual(["4", "6"]);
  });
});

describe("the next page", () => {
  test.each<[string, (at: number, last: boolean) => DialectResponse, string]>([
    ...[null, undefined, ""].map((end): [string, (at: number, last: boolean) => DialectResponse, string] => [
      `with the cursor of the page before, until that is ${JSON.stringify(end)},`,
      (at, last) => ({ body: { items: projects(2, at), next_page_token: last ? end : String(at + 2) } }),
      "page_token",
    ]),
    [
      "of a Relay connection",
      (at, last) => ({
        body: {
          projects: {
            edges: projects(2, at).map((node) => ({ node, cursor: node.project_id })),
            pageInfo: { endCursor: String(at + 2), hasNextPage: !last },
          },
        },
      }),
      "after",
    ],
    ["with an offset", (at) => ({ body: { items: projects(2, at), offset: at, limit: 2, total: 6 } }), "offset"],
    [
      "with has_more and the id of the last item",
      (at, last) => ({ body: { data: projects(2, at), has_more: !last, last_id: String(at + 2) } }),
      "after_id",
    ],
    [
      "at the address of a header Link",
      (at, last) => ({
        body: projects(2, at),
        headers: last
          ? { link: '</api/v1/projects>; rel="first"' }
          : { link: `</api/v1/projects?from=${at + 2}>; rel="next"` },
      }),
      "from",
    ],
    [
      "at the address in the response",
      (at, last) => ({ body: { results: projects(2, at), next: last ? null : `/api/v1/projects?start=${at + 2}` } }),
      "start",
    ],
  ])("%s is read to the end", async (_, answer, param) => {
    const { ids, asked } = await readIds(({ query }) => {
      const at = Number(query[param] ?? 0);
      return answer(at, at >= 4);
    });
    expect(ids).toEqual(idsUpTo(6));
    // A request that fails on its way is repeated.
    expect([...new Set(asked.map(({ query }) => query[param]))]).toEqual([undefined, "2", "4"]);
  });

  test.each([0, 1])("of numbered pages that begin at %i is read to the end", async (first) => {
    const { ids } = await readIds(({ query }) => {
      const page = Number(query.page ?? first);
      const items = page - first < 3 ? projects(2, (page - first) * 2) : [];
      return { body: { items, page, total_pages: 3 } };
    });
    expect(ids).toEqual(idsUpTo(6));
  });

  test("ends the list if it repeats its cursor", async () => {
    const { ids } = await readIds(({ query }) => {
      const at = Number(query.cursor ?? 0);
      return { body: { items: projects(2, at), next_cursor: String(Math.min(at + 2, 4)) } };
    });
    expect(ids).toEqual(idsUpTo(6));
  });

  test("may exist if the service ignores the mark that it names", async () => {
    const answer = () => ({ body: { items: projects(3), next_cursor: "x" } });
    const { client } = await startDialectService(answer);
    const { items, nextCursor } = await client.call("projects.list", {});
    expect([items.length, nextCursor]).toEqual([3, unprovenEnd]);
  });

  test("is another one although its first item begins like that of the page before", async () => {
    const long = (from: number) => projects(2, from).map((one) => ({ annotations: "x".repeat(200), ...one }));
    const { ids } = await readIds(({ query }) => {
      const at = Number(query.cursor ?? 0);
      return { body: { items: long(at), next_cursor: at < 2 ? "2" : null } };
    });
    expect(ids).toEqual(idsUpTo(4));
  });

  test("is not guessed if the response says nothing of pages", async () => {
    const { ids, asked } = await readIds(() => ({ body: projects(4) }));
    expect(ids).toEqual(idsUpTo(4));
    expect(asked).toHaveLength(1);
  });

  test("is never read at another origin", async () => {
    let strayed = 0;
    const stray = await startDialectService(() => {
      strayed += 1;
      return { body: [] };
    });
    const it = await startDialectService(() => ({
      body: { items: projects(2), next: `${stray.url}/api/v1/projects?page=2` },
    }));
    const read = async () => {
      for await (const _ of it.client.list("projects.list", {}));
    };
    await expect(read()).rejects.toMatchObject({ name: "RedirectedError" });
    await expect(read()).rejects.toThrow(/the key was not sent there/);
    expect(strayed).toBe(0);
  });
});

test("an item that moves to the next page while the list is read is in it once", async () => {
  let all = projects(4);
  const { client } = await startDialectService(({ query }) => {
    const at = Number(query.offset ?? 0);
    const body = { items: all.slice(at, at + 2), offset: at, limit: 2, total: all.length };
    if (at === 0) all = [...projects(1, 9), ...all];
    return { body };
  });
  const { items } = await client.call("projects.list", {});
  expect(items.map(({ id }) => id)).toEqual(["p-0", "p-1", "p-2", "p-3"]);
});

describe("a filter", () => {
  const servers = [0, 1, 2, 3].map((index) => ({
    id: `s-${index}`,
    name: `Server ${index}`,
    projectId: `p-${index % 2}`,
  }));

  test("that the service ignores is applied by the editor", async () => {
    const { client } = await startDialectService(() => ({ body: servers }));
    const { items } = await client.call("servers.list", { projectId: "p-1", q: "SERVER 3" });
    expect(items.map(({ id }) => id)).toEqual(["s-3"]);
  });

  test("that the service names is sent by that name", async () => {
    const runs = [{ id: "r-1", skillId: "k-1", state: "passed" }];
    const { client, asked } = await startDialectService(({ query }) =>
      query.skill_ref === "k-1" ? { body: runs } : createErrorResponse("Missing query parameter 'skill_ref'", 400),
    );
    expect((await client.call("skillTestRuns.list", { id: "k-1" })).items).toMatchObject([{ id: "r-1" }]);
    await client.call("skillTestRuns.list", { id: "k-1" });
    expect(asked.at(-1)?.query).toEqual({ skill_ref: "k-1" });
    expect(asked).toHaveLength(3);
  });

  test("that is refused is left out by every call that is under way", async () => {
    const { client } = await startDialectService(({ query }) =>
      "projectId" in query ? createErrorResponse("Unknown parameter 'projectId'", 400) : { body: servers },
    );
    const calls = ["p-0", "p-1", "p-1"].map((projectId) => client.call("servers.list", { projectId, limit: 50 }));
    expect((await Promise.all(calls)).map(({ items }) => items.length)).toEqual([2, 2, 2]);
  });

  test("by state is applied to the contract's state, and not sent", async () => {
    const stated = servers.map((one, index) => ({ ...one, state: index === 2 ? "BUILDING" : "ACTIVE" }));
    const { client, asked } = await startDialectService(() => ({ body: stated }));
    const { items } = await client.call("servers.list", { status: "generating" });
    expect(items.map(({ id }) => id)).toEqual(["s-2"]);
    expect(asked.some(({ query }) => "status" in query)).toBe(false);
  });
});
