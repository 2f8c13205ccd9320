import type { AgentTool } from "./agentTool.ts";
import { runTests, startServer, stopServer } from "./changingTools.ts";
import { deploy } from "./deployTool.ts";
import {
  findServers,
  readLog,
  readSkill,
  searchRegistry,
  serverStatus,
  testResults,
  whyFailed,
} from "./readingTools.ts";

/** The tools, those that change nothing first. */
export const agentTools: readonly AgentTool[] = [
  findServers,
  serverStatus,
  whyFailed,
  readLog,
  testResults,
  searchRegistry,
  readSkill,
  runTests,
  deploy,
  startServer,
  stopServer,
];
