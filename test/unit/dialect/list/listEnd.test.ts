import { describe, expect, test } from "vitest";
import { startDialectService } from "../../../support/dialect/dialectService.ts";

const projects = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ project_id: `p-${index}`, title: `Project ${index}` }));

describe("a list of another service", () => {
  test.each([
    ["which says nothing of its end, may go on", { body: projects(25) }, "unproven-end"],
    ["of fewer items than a page ever has ends", { body: projects(9) }, null],
    ["with a count may go on", { body: { projects: projects(25), count: 25 } }, "unproven-end"],
  ])("%s", async (_, answer, nextCursor) => {
    const { client, asked } = await startDialectService(() => answer);
    expect((await client.call("projects.list", {})).nextCursor).toBe(nextCursor);
    asked.length = 0;
    expect(await client.call("projects.list", { cursor: "unproven-end" })).toEqual({ items: [], nextCursor: null });
    expect(asked).toEqual([]);
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
});
