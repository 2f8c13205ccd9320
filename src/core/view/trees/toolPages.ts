import type { McpContents } from "../../../client/mcp/mcpConnection.ts";
import type { McpAccess } from "../../server/mcp/mcpAccess.ts";
import type { TreeNode } from "../nodes.ts";
import type { McpServerOfNode } from "../rows/toolTreeRows.ts";
import { type ReadNodePage, treePageSize } from "./treeSource.ts";

/** The tools of a server, page by page; its resources and prompts follow the last tool. */
export function createToolPages(mcp: Pick<McpAccess, "readContents">, server: McpServerOfNode): ReadNodePage {
  return async ({ cursor, signal }) => {
    const contents = await mcp.readContents(server.key, signal);
    const { tools } = contents;
    const start = Number(cursor ?? 0);
    const end = start + treePageSize;
    const nodes = tools.slice(start, end).map((tool): TreeNode => ({ kind: "tool", server, tool }));
    if (end < tools.length) return { nodes, nextCursor: String(end) };
    return { nodes: [...nodes, ...listGroups(server, contents)], nextCursor: null };
  };
}

function listGroups(server: McpServerOfNode, { resources, prompts }: McpContents): readonly TreeNode[] {
  return [
    ...(resources.length > 0 ? [{ kind: "resources", server, resources } as const] : []),
    ...(prompts.length > 0 ? [{ kind: "prompts", server, prompts } as const] : []),
  ];
}
