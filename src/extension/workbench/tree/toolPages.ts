import type { ServiceClient } from "../../../client/client.ts";
import type { McpContents } from "../../../client/mcp/mcpConnection.ts";
import { formatToolUse, type ToolUse } from "../../server/model/operations/toolUse.ts";
import type { McpAccess } from "../../tools/model/mcpAccess.ts";
import { formatServerKey } from "../../tools/rows/mcpContentTreeRows.ts";
import { groupTools } from "../../tools/rows/toolGroupTreeRow.ts";
import type { McpServerOfNode, ToolNode } from "../../tools/rows/toolTreeRows.ts";
import type { TreeNode } from "../nodes.ts";
import { type ReadNodePage, treePageSize } from "./treeSource.ts";

type ReadUse = (client: ServiceClient, signal: AbortSignal) => Promise<ToolUse | undefined>;

/** The tools of a server, page by page; its skills, resources and prompts follow the last tool. */
export function createToolPages(
  mcp: Pick<McpAccess, "readContents">,
  server: McpServerOfNode,
  readUse: ReadUse = async () => undefined,
): ReadNodePage {
  return async ({ client, cursor, signal }) => {
    // The tools are shown even when it is not known how often they were called.
    const [contents, use] = await Promise.all([
      mcp.readContents(server.key, signal),
      readUse(client, signal).catch(() => undefined),
    ]);
    const tools = contents.tools.map((tool): ToolNode => {
      return { kind: "tool", server, tool, use: formatToolUse(use, tool.name) };
    });
    const rows = groupTools(formatServerKey(server), tools);
    const start = Number(cursor ?? 0);
    const end = start + treePageSize;
    const nodes = rows.slice(start, end);
    if (end < rows.length) return { nodes, nextCursor: String(end) };
    return { nodes: [...nodes, ...listGroups(server, contents)], nextCursor: null };
  };
}

function listGroups(server: McpServerOfNode, { skills, resources, prompts }: McpContents): readonly TreeNode[] {
  return [
    ...(skills.length > 0 ? [{ kind: "mcpSkills", server, skills } as const] : []),
    ...(resources.length > 0 ? [{ kind: "resources", server, resources } as const] : []),
    ...(prompts.length > 0 ? [{ kind: "prompts", server, prompts } as const] : []),
  ];
}
