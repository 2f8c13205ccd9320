import * as z from "zod";
import type { Server } from "../../contract/servers.ts";
import type { Skill } from "../../contract/skills.ts";
import { whichServer, whichSkill } from "./findByName.ts";
import type { At } from "./languageModelTool.ts";
import { ToolError } from "./toolCallError.ts";
import { serverInput, skillInput } from "./toolInputs.ts";

/** What asks for test runs names one of these. */
export const testedInput = { server: serverInput.optional(), skill: skillInput.optional() };
const givenSchema = z.object(testedInput);

export type Tested =
  | { readonly kind: "server"; readonly item: Server }
  | { readonly kind: "skill"; readonly item: Skill };

export async function whichTested(at: At, { server, skill }: z.output<typeof givenSchema>): Promise<Tested> {
  if (server !== undefined && skill === undefined) return { kind: "server", item: await whichServer(at, server) };
  if (skill !== undefined && server === undefined) return { kind: "skill", item: await whichSkill(at, skill) };
  throw new ToolError("Name either a server or a skill.");
}
