import { setTimeout as pause } from "node:timers/promises";
import { AgentToolError } from "../../agentTools/agentTool.ts";
import { describeDeployment, describeFailure } from "../../agentTools/deploymentFacts.ts";
import { deployInput, findDeployedVersion } from "../../agentTools/deployTool.ts";
import { describeFailedTests } from "../../agentTools/testFacts.ts";
import {
  breakingChangesAdvice,
  createBreakingChangesError,
  listBreakingChanges,
} from "../../agentTools/toolChanges.ts";
import type { ToolReply } from "../../agentTools/toolReply.ts";
import type { RegistryVersion } from "../../contract/registry.ts";
import type { Server } from "../../contract/servers.ts";
import { isTestRunFinished } from "../../contract/testRuns.ts";
import { readAvailable } from "../base/unavailability.ts";
import { formatConfinementNotice } from "../deployment/model/confinementNotice.ts";
import { findRepeatedDeployment } from "../deployment/model/findDeployments.ts";
import { agreeToHosts, formatCredentialLines, readCredentialHosts } from "../server/model/credentialHosts.ts";
import { readDeploymentToolChanges } from "../server/model/deploymentToolChanges.ts";
import { readServerRunner } from "../server/model/runners.ts";
import { getServerLinks } from "../server/model/serverLinks.ts";
import { isTestedContent } from "../testing/model/readTestRuns.ts";
import { readUntestedContents } from "../testing/model/testMemory.ts";
import { describeTarget, factRows, readLastVerdict } from "./describeTarget.ts";
import {
  type ChangeDetail,
  createChangeTool,
  type PlannedChange,
  type ToolConnection,
  toAgentService,
} from "./languageModelTool.ts";
import { runToolTests } from "./testTools.ts";

const testsFirst = "run first; it is deployed by itself when they pass";
const withoutTests = "not run; it is deployed although no test run of it has passed";

export const deployTool = createChangeTool(
  { input: deployInput, progress: "Deploying a server" },
  async (toolConnection, input): Promise<PlannedChange> => {
    const { server, version } = await findDeployedVersion(toAgentService(toolConnection), input);
    await checkNotUnderWay(toolConnection, server, version.version);
    const deployed = { server, version: version.version, isAccepted: input.breaksCallers === true };
    const toolChanges = await checkToolChanges(toolConnection, deployed);
    const [where, live, verdict, credentials, isUntested, runsOn] = await Promise.all([
      describeTarget(toolConnection, server.projectId),
      liveVersion(toolConnection, server),
      readLastVerdict(toolConnection, { kind: "server", id: server.id }, version.digest),
      readCredentialHosts(toolConnection.client, server, version.version, toolConnection.signal),
      isUntestedVersion(toolConnection, server, version),
      readServerRunner(toolConnection.client, server, toolConnection.signal),
    ]);
    const runsTests = isUntested && !input.withoutTests;
    const hosts = formatCredentialLines(credentials);
    const { name, id } = server;
    return {
      title: `Deploy ${name} ${version.version}?`,
      rows: [
        ...where.rows,
        ["Server", `${name} (${id})`],
        ["Version", version.version === server.latestVersion ? `${version.version}, the latest` : version.version],
        ...factRows([["Serves now", live]]),
        ["Last test run", verdict],
        ...toolChanges.rows,
        ...(isUntested ? [["Tests", runsTests ? testsFirst : withoutTests] as const] : []),
        ["What runs", `its code. ${formatConfinementNotice(toolConnection.me, { runsOn })}`],
        ...hosts.map((line) => ["Sends a credential to", line] as const),
        ...(input.message ? [["Message", input.message] as const] : []),
      ],
      mark: [
        where.mark,
        id,
        version.version,
        version.digest,
        input.message ?? "",
        `${runsTests}`,
        runsOn ?? "",
        ...hosts,
        ...toolChanges.rows.flat(),
      ].join(" "),
      perform: () =>
        perform(toolConnection, server, {
          version: version.version,
          environment: agreeToHosts(credentials),
          runsTests,
          ...(!toolChanges.isKnown && { checkAfterTests: () => checkToolChanges(toolConnection, deployed) }),
          ...(input.message !== undefined && { message: input.message }),
        }),
    };
  },
);

/** The live version; undefined when the service does not report it. */
async function liveVersion(
  { client, signal }: ToolConnection,
  { liveDeploymentId: id }: Server,
): Promise<string | undefined> {
  if (id === null) return "nothing";
  return id === undefined ? undefined : (await client.call("deployment.get", { id }, { signal })).version;
}

async function checkNotUnderWay({ client }: ToolConnection, server: Server, version: string): Promise<void> {
  const repeated = await findRepeatedDeployment(client, server, version);
  if (repeated?.kind !== "underWay") return;
  throw new AgentToolError(
    `${server.name} ${version} is being deployed already: ask fairlead_deploymentStatus how it ends.`,
  );
}

async function isUntestedVersion(
  { client, world }: ToolConnection,
  { id }: Server,
  { digest }: RegistryVersion,
): Promise<boolean> {
  // The user deployed accepted content without a passed run before.
  if (!digest || readUntestedContents(world.memory).has(digest)) return false;
  return !(await isTestedContent(world.log, client, { kind: "server", id }, digest));
}

interface DeployOrder {
  readonly version: string;
  /** Deploys only if the tests pass. */
  readonly runsTests: boolean;
  /** The hosts that the user agreed to with the confirmation. */
  readonly environment: Readonly<Record<string, string>>;
  /** Throws if the tools, which only the tests make known, break callers. */
  readonly checkAfterTests?: () => Promise<unknown>;
  readonly message?: string;
}

async function perform(
  toolConnection: ToolConnection,
  server: Server,
  { version, environment, runsTests, checkAfterTests, message }: DeployOrder,
): Promise<ToolReply> {
  const { world, client, signal } = toolConnection;
  const refusal = runsTests ? await testFirst(toolConnection, server, version, environment) : undefined;
  if (refusal) return refusal;
  if (runsTests) await checkAfterTests?.();
  const order = {
    id: server.id,
    version,
    ...(Object.keys(environment).length > 0 && { environment: { ...environment } }),
    ...(message !== undefined && { message }),
  };
  const { id } = await client.call("server.deploy", order, { signal });
  await getServerLinks(world).saveLastDeployed(server.id);
  world.refresh("fairlead.servers", "fairlead.deployments");
  const outcome = await waitForDeployment(toolConnection, world.watch.follow({ id, serverId: server.id, version }));
  world.refresh("fairlead.servers", "fairlead.deployments");
  const deployment = await client.call("deployment.get", { id }, { signal });
  return {
    facts: {
      server: { id: server.id, name: server.name },
      outcome: outcome ?? "still under way",
      deployment: { ...describeDeployment(deployment), url: deployment.url ?? undefined },
      failure: describeFailure(deployment),
      ...(outcome === undefined && { next: "It goes on by itself: ask fairlead_deploymentStatus how it ends." }),
    },
  };
}

/** Runs the tests of a version; undefined when they passed, or the service has no test runs. */
async function testFirst(
  toolConnection: ToolConnection,
  server: Server,
  version: string,
  environment: DeployOrder["environment"],
): Promise<ToolReply | undefined> {
  const { client, signal } = toolConnection;
  // Saved first, because the tests need the same variables as the deployment.
  if (Object.keys(environment).length > 0)
    await client.call("server.update", { id: server.id, environment }, { signal });
  const tests = { version, cases: undefined, isForDeployment: true };
  const read = await readAvailable(runToolTests(toolConnection, { kind: "server", item: server }, tests));
  if (read.kind === "unavailable" || read.value.status === "passed") return undefined;
  const refusal = describeFailedTests(server, read.value);
  if (isTestRunFinished(read.value.status)) return refusal;
  const next = "Ask fairlead_testResults how the tests end, then deploy again.";
  return { facts: { ...refusal.facts, outcome: "not deployed: its tests are still running", next } };
}

/**
 * The result of work within the tool's timeout; undefined: the work continues, and its result is ignored. Rejects when
 * cancelled.
 */
async function waitForDeployment<T>({ signal, world }: ToolConnection, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([
      work,
      pause(world.timeoutMs, undefined, { signal: AbortSignal.any([signal, over.signal]) }),
    ]);
  } finally {
    over.abort();
    // The ignored work may still fail.
    work.catch(() => {});
  }
}

interface CheckedDeployment {
  readonly server: Server;
  readonly version: string;
  /** The caller says that the user agreed. */
  readonly isAccepted: boolean;
}

interface CheckedToolChanges {
  /** Whether the tools of both versions are known, as far as that is needed. */
  readonly isKnown: boolean;
  /** What breaks callers, for the user who confirms the deployment. */
  readonly rows: readonly ChangeDetail[];
}

/** Throws before a deployment that breaks callers of the live version, unless the user's settings or the user agree. */
async function checkToolChanges(
  { world, client, signal }: ToolConnection,
  deployed: CheckedDeployment,
): Promise<CheckedToolChanges> {
  const mode = world.settings().breakingChanges;
  if (mode === "allow") return { isKnown: true, rows: [] };
  const found = await readDeploymentToolChanges(world, client, deployed, signal);
  if (found.kind !== "breaking") return { isKnown: found.kind !== "unknown", rows: [] };
  if (found.breaking.length === 0)
    return { isKnown: true, rows: found.skills.map((line) => ["Breaks a skill", line] as const) };
  if (mode === "ask" && deployed.isAccepted)
    return { isKnown: true, rows: listBreakingChanges(found).map((line) => ["Breaks callers", line] as const) };
  const refusal =
    'The user\'s setting "fairlead.deploy.breakingChanges" refuses that. Restore what callers need in a new version.';
  throw createBreakingChangesError(deployed, found, mode === "refuse" ? refusal : breakingChangesAdvice);
}
