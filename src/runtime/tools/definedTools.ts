import { type Accounts, noAccounts } from "../accounts/accountTokens.ts";
import type { ServerDefinition } from "../definition.ts";
import type { Log } from "../runtimeLog.ts";
import type { Environment } from "../runtimeSettings.ts";
import { apiTools } from "./apiTools.ts";
import type { Tool } from "./codeTool.ts";
import { searchTools } from "./searchTools.ts";

/** The tools that a server made from a definition offers: its own, or three that lead to them. */
export function definedTools(
  definition: ServerDefinition,
  environment: Environment,
  log: Log,
  accounts: Accounts = noAccounts,
): readonly Tool[] {
  const tools = apiTools(definition, environment, accounts);
  return definition.mode === "search" ? searchTools(tools, log) : tools;
}
