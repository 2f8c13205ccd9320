import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type Deployment, isDeploymentFinished, isDeploymentLive } from "../contract/deployments.ts";
import { readStateWord } from "../contract/received.ts";
import type { RegistryVersion } from "../contract/registry.ts";
import type { Server } from "../contract/servers.ts";
import { listMissingVariables } from "../contract/serverVariableState.ts";
import { type AgentService, AgentToolError, createAgentTool, serverInput } from "./agentTool.ts";
import {
  describeCredentialHosts,
  describeDeployment,
  describeFailure,
  readCredentialHosts,
} from "./deploymentFacts.ts";
import { findServer, findVersion } from "./findItem.ts";
import { describeFailedTests, followRun } from "./testFacts.ts";
import { breakingChangesAdvice, createBreakingChangesError, readToolChanges } from "./toolChanges.ts";
import type { ToolReply } from "./toolReply.ts";

export const deployInput = z.strictObject({
  server: serverInput,
  version: z.string().min(1).max(100).optional().describe("The latest if omitted; an earlier one is a rollback."),
  message: z.string().max(500).optional().describe("Why, for the list of deployments."),
  withoutTests: z
    .boolean()
    .optional()
    .describe("true deploys it although no test run has passed; by default its tests run first and must pass."),
  breaksCallers: z
    .boolean()
    .optional()
    .describe("true deploys it although it breaks callers of the live version, to which the user has agreed."),
});

export const deploy = createAgentTool(
  {
    name: "deploy",
    title: "Deploy a server",
    description:
      "Deploys a version of a server in place of the live one, after its tests have passed, unless it breaks callers; an earlier version is a rollback. Its code runs on the machine of the service. Ask the user first.",
    changes: "replaces",
    input: deployInput,
  },
  async (service, input) => {
    const { server, version: found } = await findDeployedVersion(service, input);
    const { version } = found;
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

/** Throws if the version does not exist, or its server lacks values. */
export async function findDeployedVersion(
  service: AgentService,
  { server: nameOrId, version: requested }: z.output<typeof deployInput>,
): Promise<{ readonly server: Server; readonly version: RegistryVersion }> {
  const server = await findServer(service, nameOrId);
  const { name, artifactId, latestVersion } = server;
  const wanted = requested ?? latestVersion;
  if (!artifactId || !wanted)
    throw new AgentToolError(
      `${name} has no version to deploy yet. The user makes one with the command "Fairlead: Generate Server from OpenAPI".`,
    );
  const version = await findVersion(service, artifactId, wanted);
  if (!version) {
    const { items } = await service.call("registry.versions", { id: artifactId, limit: 5 });
    throw new AgentToolError(
      `${name} has no version ${wanted}. The newest are ${items.map((one) => one.version).join(", ")}.`,
    );
  }
  const missing = listMissingVariables(server).map(({ name }) => name);
  if (missing.length === 0) return { server, version };
  throw new AgentToolError(
    `${name} needs values for ${missing.join(", ")}. The user enters them with the command "Fairlead: Deploy". Never ask for such values in the chat: they may be secrets.`,
  );
}

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
  const { id } = server;
  const passed = await service.call("serverTestRuns.list", { id, version, status: "passed", limit: 20 });
  if (passed.items.some(({ partial }) => !partial)) return undefined;
  // The deployment itself asks about what breaks callers.
  const started = await service.call("serverTestRuns.start", { id, version, breakingChanges: "report" });
  const run = await followRun(service, "server", started);
  return run.status === "passed" ? undefined : describeFailedTests(server, run);
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
