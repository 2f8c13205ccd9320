import { describe, expect, test } from "vitest";
import { type DialectResponse, startDialectService } from "../../../support/dialect/dialectService.ts";

const projects = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ project_id: `p-${index}`, title: `Project ${index}` }));

describe("a list of another service", () => {
  test.each([
    ["which says nothing of its end, may go on", { body: projects(25) }, "unproven-end"],
    ["of fewer items than a page ever has ends", { body: projects(9) }, null],
    ["with the number of all its items ends", { body: { projects: projects(25), total: 25 } }, null],
    ["with the count of a page may go on", { body: { projects: projects(25), count: 25 } }, "unproven-end"],
    [
      "with a smaller number than all of them may go on",
      { body: { projects: projects(25), total: 26 } },
      "unproven-end",
    ],
  ])("%s", async (_, answer, nextCursor) => {
    const { client, asked } = await startDialectService(() => answer);
    expect((await client.call("projects.list", {})).nextCursor).toBe(nextCursor);
    asked.length = 0;
    expect(await client.call("projects.list", { cursor: "unproven-end" })).toEqual({ items: [], nextCursor: null });
    expect(asked).toEqual([]);
  });

  test.each<[string, (at: number) => DialectResponse]>([
    [
      "with a token in a header of the response",
      (at) => ({
        body: { value: projects(60).slice(at, at + 25), count: 25 },
        headers: at + 25 < 60 ? { "x-ms-continuationtoken": `${at + 25}` } : {},
      }),
    ],
    [
      "with a token of its own name in a header",
      (at) => ({
        body: projects(60).slice(at, at + 25),
        headers: at + 25 < 60 ? { "x-depot-nexttoken": `${at + 25}` } : {},
      }),
    ],
    [
      "with a mark in place of an offset",
      (at) => ({
        body: { records: projects(60).slice(at, at + 25), ...(at + 25 < 60 && { offset: `itr/${at + 25}` }) },
      }),
    ],
  ])("%s is read to its end, and so others without one end", async (_, page) => {
    const { client, profile } = await startDialectService(({ path, query }) => {
      const at = Number(/\d+/.exec(query.continuationToken ?? query.next_token ?? query.offset ?? "0")?.[0]);
      return path === "projects" ? page(at) : page(50);
    });
    expect((await client.call("skills.list", {})).nextCursor).toBe("unproven-end");
    const ids: string[] = [];
    for await (const { id } of client.list("projects.list", {})) ids.push(id);
    expect(ids).toHaveLength(60);
    expect(profile().operations["projects.list"]?.paging).toBeDefined();
    expect((await client.call("skills.list", {})).nextCursor).toBe(null);
  });

  test("is paged by the header that the profile names, in capitals too", async () => {
    const paging = { kind: "header", header: "X-Next-Token", param: "after" } as const;
    const { client } = await startDialectService(
      ({ query: { after = "0" } }) => ({
        body: projects(60).slice(Number(after), Number(after) + 25),
        headers: Number(after) + 25 < 60 ? { "x-next-token": `${Number(after) + 25}` } : {},
      }),
      { version: 2, dialect: "other", operations: { "projects.list": { paging } } },
    );
    const ids: string[] = [];
    for await (const { id } of client.list("projects.list", {})) ids.push(id);
    expect(ids).toHaveLength(60);
  });

  test.each([
    ["are empty, and each of which has a cursor,", {}],
    ["are empty and say that there are more", { has_more: true }],
  ])("whose pages %s ends after three", async (_, more) => {
    const { client, asked } = await startDialectService(({ query }) => ({
      body: { projects: [], next_cursor: `${Number(query.cursor ?? 0) + 1}`, ...more },
    }));
    const { items, nextCursor } = await client.call("projects.list", {});
    expect([items, nextCursor]).toEqual([[], "unproven-end"]);
    expect(asked).toHaveLength(3);
  });

  test("of a service that states a range and ignores the one that is requested may go on", async () => {
    const headers = { "content-range": "items 0-24/319" };
    const { client } = await startDialectService(() => ({ body: projects(25), headers }));
    const { items, nextCursor } = await client.call("projects.list", { limit: 200 });
    expect([items.length, nextCursor]).toEqual([25, "unproven-end"]);
  });

  test.each([
    ["counts", (from: number) => `${from}-${from + 24}/60`],
    ["does not count", (from: number) => `items ${from}-${from + 24}/*`],
  ])("of a service that cuts it by Content-Range and %s is read to its end", async (_, format) => {
    const all = projects(60);
    const { client } = await startDialectService(({ headers: { range = "0-24" } }) => {
      const from = Number(/\d+/.exec(String(range))?.[0]);
      if (from >= all.length) return { status: 416, body: { message: "Requested range not satisfiable" } };
      return { body: all.slice(from, from + 25), headers: { "content-range": format(from) } };
    });
    const ids: string[] = [];
    for await (const { id } of client.list("projects.list", {})) ids.push(id);
    expect(ids).toHaveLength(60);
  });
});
