import type { McpAccess } from "../../../tools/model/mcpAccess.ts";
import { type OpenedSource, toSourceSkill } from "./openedSource.ts";
import type { SkillSource } from "./skillSource.ts";

/** Opens a skill that an MCP server serves, with its files as the server has them now. */
export async function openMcpSource(
  mcp: McpAccess,
  { url, uri }: Extract<SkillSource, { kind: "mcp" }>,
): Promise<OpenedSource> {
  const name = decodeURIComponent(uri.split("/").at(-2) ?? "");
  return {
    skills: [
      {
        name,
        description: "",
        folder: "",
        read: async (signal) => {
          const key = await mcp.findKey(url, signal);
          const files = await mcp.use(key, signal, (connection) => connection.readSkill(uri, signal));
          return toSourceSkill({ name, folder: "", files });
        },
      },
    ],
    [Symbol.asyncDispose]: async () => undefined,
  };
}
