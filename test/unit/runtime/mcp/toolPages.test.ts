import type { Tool } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { createToolPages } from "../../../../src/runtime/mcp/toolPages.ts";

const createTool = (name: string, description = ""): Tool => ({ name, description, inputSchema: { type: "object" } });
const size = JSON.stringify(createTool("a")).length + 1;

const listNames = (tools: readonly Tool[], mostBytes: number) =>
  [...createToolPages(tools, mostBytes)].map(([cursor, { tools: page, nextCursor }]) => ({
    cursor,
    names: page.map(({ name }) => name).join(""),
    nextCursor,
  }));

test("starts a page where the next tool exceeds the limit", () => {
  const tools = ["a", "b", "c", "d", "e"].map((name) => createTool(name));
  expect(listNames(tools, 2 * size)).toEqual([
    { cursor: undefined, names: "ab", nextCursor: "c" },
    { cursor: "c", names: "cd", nextCursor: "e" },
    { cursor: "e", names: "e", nextCursor: undefined },
  ]);
});

test("gives a tool beyond the limit a page of its own", () => {
  const tools = [createTool("a"), createTool("b", "x".repeat(2 * size)), createTool("c")];
  expect(listNames(tools, 2 * size).map(({ names }) => names)).toEqual(["a", "b", "c"]);
  expect(listNames(tools.slice(1), 2 * size).map(({ names }) => names)).toEqual(["b", "c"]);
});

test("counts bytes, not characters", () => {
  const tools = [createTool("a", "é".repeat(10)), createTool("b")];
  expect(listNames(tools, 2 * size + 10)).toHaveLength(2);
  expect(listNames(tools, 2 * size + 20)).toHaveLength(1);
});

test("has one page without tools and without a next cursor", () => {
  expect([...createToolPages([])]).toEqual([[undefined, { tools: [] }]]);
});
