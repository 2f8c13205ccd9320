import { describe, expect, test } from "vitest";
import { createErrorResponse, startDialectService } from "../../../support/dialect/dialectService.ts";

const projects = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ project_id: `p-${index}`, title: `Project ${index}` }));

describe("the size of a page", () => {
  test("is not sent again if the service does not know the parameter", async () => {
    const operations = { "projects.list": { pageSize: "limit" } };
    const { client, asked } = await startDialectService(
      ({ query }) => ("limit" in query ? createErrorResponse("Unknown parameter 'limit'", 400) : { body: projects(3) }),
      { version: 2, dialect: "other", operations },
    );
    expect((await client.call("projects.list", {})).items).toHaveLength(3);
    expect(asked.map(({ query }) => query.limit)).toEqual(["50", undefined]);
  });

  test("is asked for by the parameter that the response repeats", async () => {
    const { client, asked } = await startDialectService(() => ({
      body: { items: projects(2), per_page: 30, page: 1 },
    }));
    await client.call("projects.list", {});
    await client.call("projects.list", { limit: 10 });
    expect(asked.map(({ query }) => query)).toEqual([{}, { per_page: "10" }]);
  });

  test("is left to the service if that refuses it, and stays so", async () => {
    const operations = { "projects.list": { pageSize: "limit" } };
    const error = { loc: ["query", "limit"], msg: "Input should be less than or equal to 25", type: "less_than_equal" };
    const { client, asked } = await startDialectService(
      ({ query }) => (Number(query.limit) > 25 ? { status: 422, body: { detail: [error] } } : { body: projects(3) }),
      { version: 2, dialect: "other", operations },
    );
    expect((await client.call("projects.list", {})).items).toHaveLength(3);
    await client.call("projects.list", {});
    expect(asked.map(({ query }) => query.limit)).toEqual(["50", undefined, undefined]);
  });

  test("is that of the first page, whatever another call learns meanwhile", async () => {
    const { client, asked } = await startDialectService(({ query }) => {
      if ("per_page" in query) return createErrorResponse("per_page may be 20 at most", 400);
      const page = Number(query.page ?? 1);
      const result = projects(40).slice((page - 1) * 20, page * 20);
      return { body: { result, result_info: { page, per_page: 20, total_pages: 2, count: result.length } } };
    });
    const lists = [100, 60].map((limit) => client.call("projects.list", { limit }));
    expect((await Promise.all(lists)).map(({ items }) => items.length)).toEqual([40, 40]);
    expect(asked.map(({ query }) => query)).toEqual([{}, { page: "2" }]);
  });

  const cursors = (limit: number, max = 100) =>
    startDialectService(({ path, query }) => {
      const size = Number(query.limit ?? 20);
      if (size > max) return createErrorResponse(`'limit' must be at most ${max}`, 400);
      const from = Number(query.cursor?.slice(1) ?? 0);
      const next = from + size < limit ? `c${from + size}` : null;
      const all = path === "projects" ? projects(limit) : [];
      return { body: { items: all.slice(from, from + size), next_cursor: next, limit: size } };
    });

  test("becomes known with the first page, if pages are not numbered", async () => {
    const { client, asked } = await cursors(60);
    const { items } = await client.call("projects.list", { limit: 60 });
    expect(new Set(items.map(({ id }) => id)).size).toBe(60);
    expect(asked.map(({ query }) => query)).toEqual([{}, { cursor: "c20", limit: "60" }]);
  });

  test("is corrected on a later page, too", async () => {
    const { client, asked } = await cursors(60, 30);
    expect((await client.call("projects.list", { limit: 60 })).items).toHaveLength(60);
    expect(asked.map(({ query }) => query.limit)).toEqual([undefined, "60", undefined, undefined]);
  });

  test("is asked for as in another list of the service", async () => {
    const { client, asked } = await cursors(10);
    await client.call("projects.list", {});
    await client.call("servers.list", { limit: 30 });
    expect(asked.map(({ query }) => query.limit)).toEqual([undefined, "30"]);
  });

  test("is taken from the address of the next page: the first is read once more, as a large one", async () => {
    const { client, asked } = await startDialectService(({ query }) => {
      const size = Number(query.page_size ?? 10);
      const page = Number(query.page ?? 1);
      const body = projects(35).slice((page - 1) * size, page * size);
      const next = `</api/v1/projects?page=${page + 1}&page_size=${size}>; rel="next"`;
      return { body, headers: page * size < 35 ? { link: next } : { link: '</api/v1/projects>; rel="prev"' } };
    });
    expect((await client.call("projects.list", {})).items).toHaveLength(35);
    expect(asked.map(({ query }) => query)).toEqual([{}, { page_size: "50" }]);
    expect((await client.call("projects.list", { limit: 20 })).items).toHaveLength(20);
    expect(asked.at(-1)?.query).toEqual({ page_size: "20" });
  });
});
