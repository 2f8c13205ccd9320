import { deploy } from "./deploy.ts";
import { deploymentEvents } from "./deploymentEvents.ts";
import { deploymentStatus } from "./deploymentStatus.ts";
import { listServers } from "./listServers.ts";
import { runTests } from "./runTests.ts";
import { searchRegistry } from "./searchRegistry.ts";
import { testResults } from "./testResults.ts";
import type { Tool } from "./tool.ts";

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
