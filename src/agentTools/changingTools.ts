import * as z from "zod";
import { AgentToolError, createAgentTool, serverField, skillField } from "./agentTool.ts";
import { findServer, findSkill } from "./findItem.ts";
import { describeRun, followRun, listNotPassed } from "./testFacts.ts";

export const runTests = createAgentTool(
  {
    name: "run_tests",
    title: "Run tests",
    description:
      "Runs the tests of a server's or of a skill's latest version. The tools of a server are called: those of an API may change things there. The scripts of a skill run on the machine of the service.",
    changes: "replaces",
    input: z.strictObject({
      server: serverField.optional(),
      skill: skillField.optional(),
      cases: z.array(z.string().min(1).max(500)).min(1).max(100).optional().describe("Ids of cases; all if omitted."),
    }),
  },
  async (service, { server, skill, cases }) => {
    if ((server === undefined) === (skill === undefined)) throw new AgentToolError("Name either a server or a skill.");
    const kind = server === undefined ? "skill" : "server";
    const { id, name, latestVersion } =
      server === undefined ? await findSkill(service, skill ?? "") : await findServer(service, server);
    if (!latestVersion) throw new AgentToolError(`${name} has no version to test yet.`);
    const order = { id, version: latestVersion, ...(cases && { cases }) };
    const run = await followRun(service, kind, await service.call(`${kind}TestRuns.start`, order));
    return { [kind]: { id, name }, run: describeRun(run), notPassed: listNotPassed(run) };
  },
);

const setState = (state: "running" | "stopped") =>
  createAgentTool(
    {
      name: state === "running" ? "start_server" : "stop_server",
      title: state === "running" ? "Start a server" : "Stop a server",
      description:
        state === "running"
          ? "Starts the live version of a server that was stopped."
          : "Stops a server: its URL does not answer until it is started again. Ask the user first.",
      changes: state === "running" ? "adds" : "replaces",
      input: z.strictObject({ server: serverField }),
    },
    async (service, input) => {
      const { id, name, liveDeploymentId, desiredState: before } = await findServer(service, input.server);
      if (!liveDeploymentId) throw new AgentToolError(`${name} is not deployed.`);
      const { desiredState } = await service.call("server.update", { id, desiredState: state });
      return { server: { id, name }, before, desiredState, next: "server_status says when it is so." };
    },
  );

export const startServer = setState("running");
export const stopServer = setState("stopped");
