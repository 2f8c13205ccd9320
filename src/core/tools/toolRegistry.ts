import { deploymentEvents } from "./deploymentEventsTool.ts";
import { deploymentStatus } from "./deploymentStatusTool.ts";
import { deploy } from "./deployTool.ts";
import type { Tool } from "./languageModelTool.ts";
import { listServers } from "./listServersTool.ts";
import { runTests } from "./runTestsTool.ts";
import { searchRegistry } from "./searchRegistryTool.ts";
import { testResults } from "./testResultsTool.ts";

/** What a language model can do here. The manifest declares the same names, with the same inputs. */
export const tools = {
  fairlead_deploy: deploy,
  fairlead_deploymentEvents: deploymentEvents,
  fairlead_deploymentStatus: deploymentStatus,
  fairlead_listServers: listServers,
  fairlead_runTests: runTests,
  fairlead_searchRegistry: searchRegistry,
  fairlead_testResults: testResults,
} as const satisfies Record<string, Tool>;
