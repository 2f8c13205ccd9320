import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type Deployment, isDeploymentFinished, isDeploymentLive } from "../contract/deployments.ts";
import { readStateWord } from "../contract/received.ts";
import type { Server } from "../contract/servers.ts";
import { listMissingVariables } from "../contract/serverVariableState.ts";
import { type AgentService, AgentToolError, createAgentTool, serverInput } from "./agentTool.ts";
import {
  describeCredentialHosts,
  describeDeployment,
  describeFailure,
  readCredentialHosts,
} from "./deploymentFacts.ts";
import { findServer } from "./findItem.ts";
import { describeRun, followRun, listFailedCases } from "./testFacts.ts";
import { breakingChangesAdvice, createBreakingChangesError, readToolChanges } from "./toolChanges.ts";
import type { ToolReply } from "./toolReply.ts";

export const deploy = createAgentTool(
  {
    name: "deploy",
    title: "Deploy a server",
    description:
      "Deploys a version of a server in place of the live one, after its tests have passed, unless it breaks callers; an earlier version is a rollback. Its code runs on the machine of the service. Ask the user first.",
    changes: "replaces",
    input: z.strictObject({
      server: serverInput,
      version: z.string().min(1).max(100).optional().describe("The latest if omitted."),
      message: z.string().max(500).optional().describe("Why, for the list of deployments."),
      breaksCallers: z
        .boolean()
        .optional()
        .describe("true deploys it although it breaks callers of the live version, to which the user has agreed."),
      withoutTests: z
        .boolean()
        .optional()
        .describe("true deploys it although no test run has passed, as the user wants."),
    }),
  },
  async (service, input) => {
    const server = await findServer(service, input.server);
    const version = input.version ?? server.latestVersion;
    if (!version) throw new AgentToolError(`${server.name} has no version to deploy yet.`);
    const missing = listMissingVariables(server).map(({ name }) => name);
    if (missing.length > 0)
      throw new AgentToolError(
        `${server.name} needs values for ${missing.join(", ")}. The user enters them in the editor. Never ask for such values in the chat: they may be secrets.`,
      );
    const isAccepted = input.breaksCallers === true;
    const isCompared = isAccepted || (await checkToolChanges(service, server, version));
    await service.report(await describePlan(service, server, version));
    const refusal = input.withoutTests ? undefined : await testFirst(service, server, version);
    if (refusal) return refusal;
    // Only its tests make the tools of own code known.
    const isKnown = isCompared || (await checkToolChanges(service, server, version));
    const message = input.message === undefined ? {} : { message: input.message };
    const started = await service.call("server.deploy", { id: server.id, version, ...message });
    const ended = await followDeployment(service, started.id);
    const status = readStateWord(ended.status);
    return {
      facts: {
        server: { id: server.id, name: server.name },
        outcome: status === "running" ? "live" : status === "degraded" ? "live, but degraded" : `not live: ${status}`,
        deployment: { ...describeDeployment(ended), url: ended.url ?? undefined },
        failure: describeFailure(ended),
        ...(!isKnown && { toolChanges }),
        ...describeCredentialHosts(server),
      },
    };
  },
);

const toolChanges = "not known: the tools of this version or of the one before it are not known";

/** Throws if the version breaks callers of the live one. False: the tools of one of them are not known. */
async function checkToolChanges(service: AgentService, server: Server, version: string): Promise<boolean> {
  const found = await readToolChanges(service, { server, version });
  if (found.kind === "breaking") throw createBreakingChangesError({ server, version }, found, breakingChangesAdvice);
  return found.kind !== "unknown";
}

/** Named before anything happens: where, what, and who gets credentials. */
async function describePlan({ call, url }: AgentService, server: Server, version: string): Promise<string> {
  const project = server.projectId ? (await call("project.get", { id: server.projectId })).name : "no project";
  const { agreed } = readCredentialHosts(server);
  const sends = agreed.length > 0 ? ` It sends credentials to ${agreed.join(", ")}.` : "";
  return `Deploying ${server.name} ${version} of the project ${project} at ${url}.${sends}`;
}

/** undefined: the tests of this content have passed, now or before. */
async function testFirst(service: AgentService, server: Server, version: string): Promise<ToolReply | undefined> {
  const { id, name } = server;
  const passed = await service.call("serverTestRuns.list", { id, version, status: "passed", limit: 20 });
  if (passed.items.some(({ partial }) => !partial)) return undefined;
  // The deployment itself asks about what breaks callers.
  const started = await service.call("serverTestRuns.start", { id, version, breakingChanges: "report" });
  const run = await followRun(service, "server", started);
  if (run.status === "passed") return undefined;
  return {
    facts: {
      server: { id, name },
      outcome: "not deployed: its tests did not pass",
      run: describeRun(run),
      next: "Report what failed. Deploy it with withoutTests only if the user asks for that.",
    },
    list: listFailedCases(run),
  };
}

async function followDeployment(service: AgentService, id: string): Promise<Deployment> {
  for (let reported = ""; ; ) {
    const deployment = await service.call("deployment.get", { id });
    const status = readStateWord(deployment.status) ?? "";
    if (status !== reported) await service.report(`The deployment is ${status}`);
    reported = status;
    if (isDeploymentLive(deployment.status) || isDeploymentFinished(deployment.status)) return deployment;
    await pause(500, undefined, { signal: service.signal });
  }
}
