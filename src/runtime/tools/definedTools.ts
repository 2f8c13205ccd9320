import { noAccountTokens } from "../accounts/accountTokens.ts";
import type { ServerDefinition } from "../definition.ts";
import type { RuntimeLog } from "../runtimeLog.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";
import { type ApiCallerParts, createApiCaller } from "../upstream/callApi.ts";
import { createApiTools } from "./apiTools.ts";
import type { RuntimeTool } from "./codeTool.ts";
import { createSearchTools } from "./searchTools.ts";

/** Creates the tools of a definition, or the search tools that give access to them. */
export function createDefinedTools(
  definition: ServerDefinition,
  environment: RuntimeEnvironment,
  log: RuntimeLog,
  parts: Omit<ApiCallerParts, "environment"> = { accounts: noAccountTokens },
): readonly RuntimeTool[] {
  const tools = createApiTools(definition, createApiCaller(definition, { ...parts, environment }), environment);
  if (definition.mode === "direct") return tools;
  return [...createSearchTools(tools, log), ...tools.filter(({ pinned }) => pinned)];
}
