import { deploymentEventsTool } from "./deploymentEventsTool.ts";
import { deploymentStatusTool } from "./deploymentStatusTool.ts";
import { deployTool } from "./deployTool.ts";
import type { LanguageModelTool } from "./languageModelTool.ts";
import { listServersTool } from "./listServersTool.ts";
import { runTestsTool } from "./runTestsTool.ts";
import { searchRegistryTool } from "./searchRegistryTool.ts";
import { testResultsTool } from "./testResultsTool.ts";

/** The language model tools. The manifest declares the same names and inputs. */
export const toolRegistry = {
  fairlead_deploy: deployTool,
  fairlead_deploymentEvents: deploymentEventsTool,
  fairlead_deploymentStatus: deploymentStatusTool,
  fairlead_listServers: listServersTool,
  fairlead_runTests: runTestsTool,
  fairlead_searchRegistry: searchRegistryTool,
  fairlead_testResults: testResultsTool,
} as const satisfies Record<string, LanguageModelTool>;
