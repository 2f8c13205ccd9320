import type { Tool as ListedTool } from "@modelcontextprotocol/server";

/** One result of `tools/list`. */
export interface ToolPage {
  readonly tools: ListedTool[];
  readonly nextCursor?: string;
}

/**
 * The most bytes of tools in a page. Clients buffer a whole result, and some refuse large ones. The official client reads at most 64
 * pages, so smaller pages would cut long lists.
 */
export const mostPageBytes = 1024 * 1024;

/**
 * Divides a list into pages of at most `mostBytes`, by cursor; a larger tool has a page of its own. The cursor of a page is the name of
 * its first tool, so each process of the same server understands it.
 */
export function createToolPages(
  tools: readonly ListedTool[],
  mostBytes = mostPageBytes,
): ReadonlyMap<string | undefined, ToolPage> {
  const pages: ListedTool[][] = [[]];
  let bytes = 0;
  for (const tool of tools) {
    const size = Buffer.byteLength(JSON.stringify(tool)) + 1;
    const page = pages.at(-1);
    if (page?.length === 0 || (page && bytes + size <= mostBytes)) {
      page.push(tool);
      bytes += size;
    } else {
      pages.push([tool]);
      bytes = size;
    }
  }
  return new Map(
    pages.map((page, index) => {
      const next = pages[index + 1]?.[0]?.name;
      return [
        index === 0 ? undefined : page[0]?.name,
        { tools: page, ...(next !== undefined && { nextCursor: next }) },
      ];
    }),
  );
}
