import * as z from "zod";
import type { Server } from "../../contract/servers.ts";
import type { Skill } from "../../contract/skills.ts";
import { findServerByName, findSkillByName } from "./findByName.ts";
import type { ToolConnection } from "./languageModelTool.ts";
import { ToolCallError } from "./toolCallError.ts";
import { serverInput, skillInput } from "./toolInputs.ts";

/** The input of tools that read or start test runs. */
export const testedItemInput = { server: serverInput.optional(), skill: skillInput.optional() };
const inputSchema = z.object(testedItemInput);

export type TestedItem =
  | { readonly kind: "server"; readonly item: Server }
  | { readonly kind: "skill"; readonly item: Skill };

export async function findTestedItem(
  toolConnection: ToolConnection,
  { server, skill }: z.output<typeof inputSchema>,
): Promise<TestedItem> {
  if (server !== undefined && skill === undefined)
    return { kind: "server", item: await findServerByName(toolConnection, server) };
  if (skill !== undefined && server === undefined)
    return { kind: "skill", item: await findSkillByName(toolConnection, skill) };
  throw new ToolCallError("Name either a server or a skill.");
}
