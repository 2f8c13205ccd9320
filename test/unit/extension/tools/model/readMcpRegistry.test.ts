import { expect, test } from "vitest";
import { readMcpRegistry } from "../../../../../src/extension/tools/model/readMcpRegistry.ts";

const { signal } = new AbortController();

test.each([
  { pages: 3, hasMore: false },
  { pages: 99, hasMore: true },
])("a list of $pages pages says whether there are more servers: $hasMore", async ({ pages, hasMore }) => {
  const fetchPage = async (url: string) => {
    const page = Number(new URL(url).searchParams.get("cursor") ?? 1);
    const servers = [{ server: { name: `a/server-${page}` } }];
    const nextCursor = page < pages ? String(page + 1) : undefined;
    return Buffer.from(JSON.stringify({ servers, metadata: { nextCursor } }));
  };
  const read = await readMcpRegistry(fetchPage, "https://registry.example", "", signal);
  expect(read.servers).toHaveLength(Math.min(pages, 10));
  expect(read.hasMore).toBe(hasMore);
});
