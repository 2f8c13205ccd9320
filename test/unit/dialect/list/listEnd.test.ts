import { describe, expect, test } from "vitest";
import { startDialectService } from "../../../support/dialect/dialectService.ts";

const projects = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ project_id: `p-${index}`, title: `Project ${index}` }));

describe("a list of another service", () => {
  test.each([
    ["which says nothing of its end, may go on", { body: projects(25) }, "unproven-end"],
    ["of fewer items than a page ever has ends", { body: projects(9) }, null],
    ["with the number of all its items ends", { body: { projects: projects(25), total: 25 } }, null],
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
