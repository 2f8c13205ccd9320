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
});
