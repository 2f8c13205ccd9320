import { describe, expect, test } from "vitest";
import {
  createErrorResponse,
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";

const projects = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    project_id: `p-${from + index}`,
    title: `Project ${from + index}`,
    created_at: 1_780_000_000 + index,
    workspace: "w-1",
  }));

async function idsOf(answer: (asked: DialectRequest) => DialectResponse, input = {}) {
  const it = await startDialectService((asked) => (asked.path === "projects" ? answer(asked) : notFoundResponse));
  const ids: string[] = [];
  for await (const { id } of it.client.list("projects.list", input)) ids.push(id);
  return { ...it, ids };
}

const upTo = (count: number) => projects(count).map(({ project_id }) => project_id);

describe("a list of another service", () => {
  test("is read as the contract has it, with what the contract does not know beside it", async () => {
    const { client } = await startDialectService(() => ({
      body: { data: projects(1).map((one) => ({ ...one, shiny: 1 })) },
    }));
    const { items, nextCursor } = await client.call("projects.list", {});
    expect(items).toMatchObject([{ id: "p-0", name: "Project 0", createdAt: "2026-05-28T20:26:40.000Z", shiny: 1 }]);
    expect(nextCursor).toBeNull();
  });

  test.each([null, undefined, ""])("goes on from cursor to cursor until it is %j", async (end) => {
    const { ids, profile, asked } = await idsOf(({ query }) => {
      const at = Number(query.page_token ?? 0);
      return { body: { items: projects(2, at), next_page_token: at < 4 ? String(at + 2) : end } };
    });
    expect(ids).toEqual(upTo(6));
    expect(profile().operations["projects.list"]?.paging).toMatchObject({ kind: "cursor", param: "page_token" });
    expect(asked.at(-1)?.query.page_token).toBe("4");
  });

  test("ends where its cursor comes again", async () => {
    const { ids } = await idsOf(({ query }) => {
      const at = Number(query.cursor ?? 0);
      return { body: { items: projects(2, at), next_cursor: String(Math.min(at + 2, 4)) } };
    });
    expect(ids).toEqual(upTo(6));
  });

  test("is its first page where nothing that was tried brings another", async () => {
    const { ids, evidence } = await idsOf(() => ({ body: { items: projects(3), has_more: true, next_cursor: "x" } }));
    expect(ids).toEqual(upTo(3));
    expect(evidence("projects.list")?.outcome).toBe("works");
    expect(evidence("projects.list")?.notes.join()).toMatch(/there is more/);
  });

  test.each([0, 1])("is counted in pages from %i", async (first) => {
    const { ids, profile } = await idsOf(({ query }) => {
      const page = Number(query.page ?? first) - first;
      return { body: { items: projects(page < 3 ? 2 : 0, page * 2), total_pages: 3 } };
    });
    expect(ids).toEqual(upTo(6));
    expect(profile().operations["projects.list"]?.paging).toMatchObject({ kind: "page", first });
  });

  test("does not end early by a total that only counts the page", async () => {
    const { ids } = await idsOf(({ query }) => {
      const items = projects(6)
        .slice(Number(query.offset ?? 0))
        .slice(0, 2);
      return { body: { items, total: items.length } };
    });
    expect(ids).toEqual(upTo(6));
  });

  test("that says nothing of pages may have some", async () => {
    const { ids } = await idsOf(({ query }) => ({
      body: projects(Number(query.page ?? 1) < 3 ? 4 : 0, (Number(query.page ?? 1) - 1) * 4),
    }));
    expect(ids).toEqual(upTo(8));
  });

  test("gives an item once that moves to the next page while it is read", async () => {
    let reads = 0;
    const { ids } = await idsOf(({ query }) => {
      reads += 1;
      const grown = reads > 3 ? [{ project_id: "p-new", title: "New", created_at: 1, workspace: "w" }] : [];
      const all = [...grown, ...projects(9)];
      const at = Number(query.offset ?? 0);
      return { body: { items: all.slice(at, at + 3), total: all.length } };
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id !== "p-new")).toEqual(upTo(9));
  });

  test("is empty where there is no content", async () => {
    const { client } = await startDialectService(() => ({ status: 204 }));
    expect(await client.call("projects.list", {})).toEqual({ items: [], nextCursor: null });
  });

  test("never goes on at another origin", async () => {
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

  test("of 50,000 items in one answer is handed out in the portions that were asked for", async () => {
    const all = projects(50_000);
    const { client, asked } = await startDialectService(() => ({ body: { projects: all } }));
    const first = await client.call("projects.list", { limit: 200 });
    expect(first.items).toHaveLength(200);
    let count = 0;
    for await (const _ of client.list("projects.list", { limit: 200 })) count += 1;
    expect(count).toBe(50_000);
    expect(asked.length).toBeLessThan(10);
  }, 20_000);

  test("of 50,000 items on 250 pages is read once through", async () => {
    const all = projects(50_000);
    const { ids, asked } = await idsOf(
      ({ query }) => {
        const at = Number(query.offset ?? 0);
        return { body: { projects: all.slice(at, at + 200), total: all.length } };
      },
      { limit: 200 },
    );
    expect(ids).toHaveLength(50_000);
    expect(asked.length).toBeLessThan(260);
  }, 20_000);
});

describe("a filter", () => {
  const servers = [0, 1, 2, 3].map((index) => ({
    id: `s-${index}`,
    name: `Server ${index}`,
    projectId: `p-${index % 2}`,
  }));

  test("that the service ignores is applied here", async () => {
    const { client } = await startDialectService(() => ({ body: servers }));
    const { items } = await client.call("servers.list", { projectId: "p-1", q: "SERVER 3" });
    expect(items.map(({ id }) => id)).toEqual(["s-3"]);
  });

  test("that the service refuses is left out from then on", async () => {
    const { client, asked } = await startDialectService(({ query }) =>
      "projectId" in query ? createErrorResponse("Unknown parameter 'projectId'", 400) : { body: servers },
    );
    expect((await client.call("servers.list", { projectId: "p-1" })).items).toHaveLength(2);
    asked.length = 0;
    expect((await client.call("servers.list", { projectId: "p-0" })).items).toHaveLength(2);
    expect(asked.every(({ query }) => !("projectId" in query))).toBe(true);
  });

  test("that a service refuses without saying so is left out, too", async () => {
    const { client } = await startDialectService(({ query }) =>
      Object.keys(query).length > 0 ? createErrorResponse("The request is not valid.") : { body: servers },
    );
    expect((await client.call("servers.list", { projectId: "p-1", limit: 50 })).items).toHaveLength(2);
  });

  test.each(["Unknown parameter 'limit'", "The request is not valid."])(
    "that is refused with “%s” is left out by every call that was under way",
    async (words) => {
      const runs = [{ id: "r-1", skillId: "k-1", state: "passed" }];
      const { client } = await startDialectService(({ path, query }) => {
        if (path !== "servers" && (path !== "skill/test-runs" || query.id !== "k-1")) return notFoundResponse;
        return "limit" in query ? createErrorResponse(words, 400) : { body: path === "servers" ? servers : runs };
      });
      const asked = [
        ...["p-0", "p-1"].map((projectId) => client.call("servers.list", { projectId, limit: 50 })),
        ...["k-1", "k-1"].map((id) => client.call("skillTestRuns.list", { id, limit: 50 })),
      ];
      expect((await Promise.all(asked)).map(({ items }) => items.length)).toEqual([2, 2, 1, 1]);
    },
  );

  test("by which the service finds nothing is applied here", async () => {
    const { client } = await startDialectService(({ query }) => ({ body: "projectId" in query ? [] : servers }));
    expect((await client.call("servers.list", { projectId: "p-1" })).items).toHaveLength(2);
  });

  test("of a state is applied to what the service's words mean", async () => {
    const stated = servers.map((one, index) => ({ ...one, state: index === 2 ? "BUILDING" : "ACTIVE" }));
    const { client, asked } = await startDialectService(() => ({ body: stated }));
    const { items } = await client.call("servers.list", { status: "generating" });
    expect(items.map(({ id }) => id)).toEqual(["s-2"]);
    expect(asked.some(({ query }) => "status" in query)).toBe(false);
  });
});
