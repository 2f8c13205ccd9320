import type { AgentTool } from "./agentTool.ts";
import { startServer, stopServer } from "./changingTools.ts";
import { deploy } from "./deployTool.ts";
import { callHistory, deploymentEvents } from "./eventTools.ts";
import { deploymentStatus, listServers, readSkill, searchRegistry } from "./readingTools.ts";
import { runTests, testResults } from "./testTools.ts";

export const readingTools = {
  listServers,
  deploymentStatus,
  deploymentEvents,
  callHistory,
  searchRegistry,
  readSkill,
  testResults,
};

/** The tools, those that change nothing first. */
export const agentTools: readonly AgentTool[] = [
  ...Object.values(readingTools),
  runTests,
  deploy,
  startServer,
  stopServer,
];
