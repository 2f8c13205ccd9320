import * as z from "zod";
import { type AgentTool, AgentToolError, createAgentTool, serverInput } from "./agentTool.ts";
import { deploy } from "./deployTool.ts";
import { callHistory, deploymentEvents } from "./eventTools.ts";
import { findServer } from "./findItem.ts";
import { deploymentStatus, listServers, readSkill, searchRegistry } from "./readingTools.ts";
import { runTests, testResults } from "./testTools.ts";

const setState = (state: "running" | "stopped") => {
  const isStart = state === "running";
  return createAgentTool(
    {
      name: isStart ? "startServer" : "stopServer",
      title: isStart ? "Start a server" : "Stop a server",
      description: isStart
        ? "Starts the live version of a server that was stopped."
        : "Stops a server: its URL does not answer until it is started again. Ask the user first.",
      changes: isStart ? "adds" : "replaces",
      input: z.strictObject({ server: serverInput }),
    },
    async (service, input) => {
      const { id, name, liveDeploymentId, desiredState: before } = await findServer(service, input.server);
      if (!liveDeploymentId) throw new AgentToolError(`${name} is not deployed.`);
      const { desiredState } = await service.call("server.update", { id, desiredState: state });
      return { facts: { server: { id, name }, before, desiredState, next: "deploymentStatus says when it is so." } };
    },
  );
};

const startServer = setState("running");
const stopServer = setState("stopped");

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
