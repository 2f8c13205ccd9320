import type { CommandHandler } from "../../../base/editorServices.ts";
import type { FindSkillContext } from "../findSkill.ts";
import { installSkill } from "../installSkill.ts";
import { type AddSkillFromContext, addFromSource } from "./addSkillFrom.ts";

/** Installs a skill of the service, or one that an MCP server serves. */
export const installFromRow: CommandHandler<AddSkillFromContext & FindSkillContext> = async (app, target) => {
  const { node } = target;
  if (node?.kind !== "mcpSkill") return installSkill(app, target);
  const { url } = await app.mcp.findTarget(node.server.key, new AbortController().signal);
  await addFromSource(app, { kind: "mcp", url, uri: node.skill.uri });
};
