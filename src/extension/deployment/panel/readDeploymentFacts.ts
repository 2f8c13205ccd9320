import type { ServiceClient } from "../../../client/client.ts";
import { type Deployment, type DeploymentHealth, isDeploymentFinished } from "../../../contract/deployments.ts";
import { listNewestItems } from "../../../contract/isNewestFirst.ts";
import { readStateWord } from "../../../contract/received.ts";
import type { Server } from "../../../contract/servers.ts";
import type { TestCase, TestRunDetail } from "../../../contract/testRuns.ts";
import type {
  DeploymentFacts,
  HealthFacts,
  OtherDeployment,
  TestFacts,
} from "../../../webview/protocol/deploymentPanelMessages.ts";
import { type Availability, readAvailable } from "../../base/unavailability.ts";
import { labelMessage } from "../../server/model/credentials/variableGroups.ts";
import { findServerById } from "../../server/model/readServer.ts";
import { findMissingRunner, formatLimits, formatRunnerWord } from "../../server/model/runners.ts";
import { isDeploymentIdle } from "../../server/model/serverState.ts";
import { readTestRun } from "../../testing/model/readTestRuns.ts";
import { splitPlainLines } from "../model/eventLines.ts";
import { findFailureCause } from "../model/failureCause.ts";
import { findEarlierDeployment } from "../model/findDeployments.ts";
import { formatConfinement } from "../model/formatDeployment.ts";
import { readRecording } from "../model/readRecording.ts";

/** A deployment with its server and the deployments of that server. */
export interface DeploymentSnapshot {
  readonly deployment: Deployment;
  /** undefined: it was removed, or it is not known which it is. */
  readonly server: Server | undefined;
  readonly isServerGone: boolean;
  /** The newest deployments of the same server, newest first, including this one if it is new enough. */
  readonly all: Availability<readonly Deployment[]>;
  /** It failed, and what was to run it is not available now. */
  readonly isRunnerMissing: boolean;
}

/** The most deployments of the server that are read. */
const maxDeployments = 30;
const maxCases = 50;
/** Runs in which a complete one is looked for. */
const searchedRuns = 20;

export async function readDeploymentSnapshot(
  client: ServiceClient,
  id: string,
  signal: AbortSignal,
): Promise<DeploymentSnapshot> {
  const deployment = await client.call("deployment.get", { id }, { signal });
  const { serverId } = deployment;
  const [found, all, missingRunner] = await Promise.all([
    findServerById(client, serverId, signal),
    readAvailable(listDeployments(client, deployment, signal)),
    findMissingRunner(client, deployment, signal),
  ]);
  const server = found === "gone" ? undefined : found;
  return { deployment, server, isServerGone: found === "gone", all, isRunnerMissing: missingRunner !== undefined };
}

async function listDeployments(
  client: ServiceClient,
  deployment: Deployment,
  signal: AbortSignal,
): Promise<readonly Deployment[]> {
  const { serverId } = deployment;
  if (serverId === undefined) return [deployment];
  return (await client.call("deployments.list", { serverId, limit: maxDeployments }, { signal })).items;
}

/** Returns the deployments of the server, or only this one if the list is unavailable. */
export function knownDeployments({ all, deployment }: DeploymentSnapshot): readonly Deployment[] {
  return all.kind === "available" ? all.value : [deployment];
}

export function createDeploymentFacts(snapshot: DeploymentSnapshot, serverName: string): DeploymentFacts {
  const { deployment, server, isServerGone, isRunnerMissing } = snapshot;
  const { version, digest, status, message, triggeredBy, url, failure, runsOn, image } = deployment;
  const { createdAt, startedAt, finishedAt } = deployment;
  const isLive = server?.liveDeploymentId === deployment.id && !isDeploymentFinished(status);
  return {
    version,
    digest,
    isLive,
    isPreview: deployment.preview === true,
    message,
    triggeredBy,
    url,
    createdAt,
    startedAt,
    finishedAt,
    status: isDeploymentIdle(deployment) ? "idle" : readStateWord(status),
    serverName: server?.name ?? serverName,
    confinement: formatConfinement(deployment),
    runner: formatRunnerWord(runsOn),
    image,
    limits: server && formatLimits(server),
    canChooseRunner: server?.runsOn !== undefined,
    isRunnerMissing,
    allowedHosts: server?.allowedHosts && [...server.allowedHosts],
    recording: readRecording(deployment),
    failure: failure && {
      step: failure.step,
      message: failure.message,
      log: failure.log?.flatMap(splitPlainLines),
      cause: createCauseFacts(snapshot),
    },
    live: isLive ? null : identifyDeployment(findLiveDeployment(snapshot)),
    earlier: identifyDeployment(findEarlierDeployment(knownDeployments(snapshot), deployment)),
    isStopped: server?.desiredState === "stopped",
    isServerGone,
  };
}

function createCauseFacts({ deployment, server }: DeploymentSnapshot) {
  const cause = findFailureCause(deployment, server);
  if (!cause) return undefined;
  const { message, variable, positions } = cause;
  return { message, hasLine: positions.length > 0, ...(variable !== undefined && { variable }) };
}

function findLiveDeployment(snapshot: DeploymentSnapshot): Deployment | undefined {
  const { server, deployment } = snapshot;
  if (server?.desiredState === "stopped" || server?.liveDeploymentId === deployment.id) return undefined;
  return knownDeployments(snapshot).find(({ id }) => id === server?.liveDeploymentId);
}

function identifyDeployment(deployment: Deployment | undefined): { id: string; version: string | undefined } | null {
  return deployment ? { id: deployment.id, version: deployment.version } : null;
}

export function listOtherDeployments(snapshot: DeploymentSnapshot): OtherDeployment[] {
  const { deployment, server } = snapshot;
  const others = knownDeployments(snapshot).filter(({ id }) => id !== deployment.id);
  return others.map((other) => ({
    id: other.id,
    version: other.version,
    triggeredBy: other.triggeredBy,
    message: other.message,
    status: isDeploymentIdle(other) ? "idle" : readStateWord(other.status),
    createdAt: other.createdAt,
    isLive: other.id === server?.liveDeploymentId && !isDeploymentFinished(other.status),
    isSame: other.digest !== undefined && other.digest === deployment.digest,
  }));
}

export async function readDeploymentHealth(
  client: ServiceClient,
  id: string,
  signal: AbortSignal,
  server?: Server,
): Promise<HealthFacts> {
  const health: DeploymentHealth = await client.call("deployment.health", { id }, { signal });
  const { checkedAt, latencyMs, uptimeMs, restarts, checks, history } = health;
  return {
    status: readStateWord(health.status),
    checkedAt,
    latencyMs,
    uptimeMs,
    restarts,
    checks: (checks ?? []).map((check) => ({ ...labelMessage(server, check), status: readStateWord(check.status) })),
    // A sample without a state is drawn as unknown.
    history: (history ?? []).flatMap(({ at, status, latencyMs: took }) =>
      at === undefined ? [] : [{ at, status: readStateWord(status) ?? "unknown", latencyMs: took }],
    ),
  };
}

/**
 * Reads the newest complete test run of the files with this digest, or one of some cases where there is no other: a check of the API is
 * one too, and does not undo what the tests said. Returns `undefined` if there is none, or if it is not known.
 */
export async function readDeploymentTests(
  client: ServiceClient,
  { serverId, digest }: { readonly serverId: string; readonly digest: string },
  signal: AbortSignal,
): Promise<TestRunDetail | undefined> {
  const page = await client.call("serverTestRuns.list", { id: serverId, digest, limit: searchedRuns }, { signal });
  const runs = listNewestItems(page);
  const shown = runs.find(({ partial }) => !partial) ?? runs[0];
  return shown && readTestRun(client, "server", shown.id, 0, signal);
}

export function createTestFacts(run: TestRunDetail): TestFacts {
  const { id, statusDetail, partial, summary, createdAt, triggeredBy, cases } = run;
  const order = ["failed", "errored", "skipped", "running", "queued"] as const satisfies readonly TestCase["status"][];
  const shown = order.flatMap((one) => (cases ?? []).filter((test) => test.status === one)).slice(0, maxCases);
  return {
    id,
    status: readStateWord(run.status),
    statusDetail,
    summary,
    createdAt,
    triggeredBy,
    isPartial: partial ?? false,
    cases: shown.map((test) => {
      const { id: caseId, name, kind, message } = test;
      return { id: caseId, name, kind, status: readStateWord(test.status), message };
    }),
  };
}
