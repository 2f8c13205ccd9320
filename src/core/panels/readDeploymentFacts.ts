import type { Client } from "../../client/client.ts";
import { type Deployment, type Health, isFinished } from "../../contract/deployments.ts";
import type { Server } from "../../contract/servers.ts";
import { isOver, type TestCase, type TestRunDetail } from "../../contract/testRuns.ts";
import type {
  DeploymentFacts,
  HealthFacts,
  OtherDeployment,
  TestFacts,
} from "../../webview/protocol/deploymentPanelMessages.ts";
import { plainLines } from "../deployment/eventLines.ts";
import { said, stateWords } from "../foundation/statedValue.ts";
import { orWithheld } from "../foundation/unavailability.ts";
import { readServer } from "../server/readServer.ts";
import { readRun } from "../testrun/readTestRuns.ts";

/** What is known of a deployment, as the service tells it. */
export interface Known {
  readonly deployment: Deployment;
  /** undefined: it was removed. */
  readonly server: Server | undefined;
  /** Deployments of the same server, newest first, this one among them; as far back as is worth showing. */
  readonly all: readonly Deployment[];
}

/** Deployments of the server that are shown at once. */
const mostOthers = 30;
const mostCases = 50;

export async function readKnown(client: Client, id: string, signal: AbortSignal): Promise<Known> {
  const deployment = await client.call("deployment.get", { id }, { signal });
  const { serverId } = deployment;
  const [server, { items }] = await Promise.all([
    readServer(client, serverId, signal),
    client
      .call("deployments.list", { serverId, limit: mostOthers }, { signal })
      .catch(orWithheld({ items: [deployment] })),
  ]);
  return { deployment, server, all: items };
}

/** Whether it is about to change by itself. */
export function isMoving({ deployment: { status } }: Known): boolean {
  return status === "queued" || status === "building" || status === "starting";
}

export function factsOf(known: Known, serverName: string): DeploymentFacts {
  const { deployment, server } = known;
  const { version, digest, status, message, triggeredBy, url, failure } = deployment;
  const times = {
    createdAt: said(deployment.createdAt) ?? "",
    startedAt: said(deployment.startedAt) ?? null,
    finishedAt: said(deployment.finishedAt) ?? null,
  };
  const isLive = server?.liveDeploymentId === deployment.id && !isFinished(status);
  return {
    ...{ version, digest, isLive, message, triggeredBy, url, ...times },
    status: stateWords(deployment),
    serverName: server?.name ?? serverName,
    failure: failure && { ...failure, log: failure.log.flatMap(plainLines) },
    live: isLive ? null : nameOf(liveOf(known)),
    earlier: nameOf(earlierOf(known)),
    isStopped: server?.desiredState === "stopped",
    isServerGone: server === undefined,
  };
}

function liveOf({ server, all, deployment }: Known): Deployment | undefined {
  if (server?.desiredState === "stopped" || server?.liveDeploymentId === deployment.id) return undefined;
  return all.find(({ id }) => id === server?.liveDeploymentId);
}

/** The newest before it that served once, and is of another version. */
function earlierOf({ all, deployment }: Known): Deployment | undefined {
  return all.find(
    ({ createdAt, startedAt, version }) =>
      startedAt !== null && version !== deployment.version && createdAt < deployment.createdAt,
  );
}

function nameOf(deployment: Deployment | undefined): { id: string; version: string } | null {
  return deployment ? { id: deployment.id, version: deployment.version } : null;
}

export function othersOf({ deployment, server, all }: Known): OtherDeployment[] {
  const others = all.filter(({ id }) => id !== deployment.id);
  return others.map((other) => ({
    ...{ id: other.id, version: other.version, triggeredBy: other.triggeredBy, message: other.message },
    status: stateWords(other),
    createdAt: said(other.createdAt) ?? "",
    isLive: other.id === server?.liveDeploymentId && !isFinished(other.status),
    isSame: other.digest !== "" && other.digest === deployment.digest,
  }));
}

export async function readHealth(client: Client, id: string, signal: AbortSignal): Promise<HealthFacts> {
  const health: Health = await client.call("deployment.health", { id }, { signal });
  const { checkedAt, latencyMs, uptimeMs, restarts, checks, history } = health;
  return {
    ...{ status: stateWords(health), checkedAt: said(checkedAt) ?? null, latencyMs, uptimeMs, restarts },
    checks: checks.map((check) => ({ ...check, status: stateWords(check) })),
    history: history.filter(({ at }) => said(at) !== undefined),
  };
}

/** The newest run that tested these very files; undefined: there was none. */
export async function readTests(
  client: Client,
  { serverId, digest }: Deployment,
  signal: AbortSignal,
): Promise<TestRunDetail | undefined> {
  const { items } = await client.call("serverTestRuns.list", { id: serverId, digest, limit: 1 }, { signal });
  const [newest] = items;
  return newest && readRun(client, "server", newest.id, 0, signal);
}

export function testsOf(run: TestRunDetail): TestFacts {
  const { id, statusDetail, partial, summary, createdAt, triggeredBy, cases } = run;
  const order = ["failed", "errored", "skipped", "running", "queued"] as const satisfies readonly TestCase["status"][];
  const shown = order.flatMap((one) => cases.filter((test) => test.status === one)).slice(0, mostCases);
  return {
    ...{ id, status: stateWords(run), statusDetail, summary, createdAt: said(createdAt) ?? "", triggeredBy },
    isPartial: partial,
    cases: shown.map((test) => {
      const { id: caseId, name, kind, message } = test;
      return { id: caseId, name, kind, status: stateWords(test), message };
    }),
  };
}

/** Whether a run is about to change by itself. */
export function isRunning(run: TestRunDetail | undefined): boolean {
  return run !== undefined && !isOver(run.status);
}
