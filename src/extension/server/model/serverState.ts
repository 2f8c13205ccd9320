import * as l10n from "@vscode/l10n";
import { type Deployment, isDeploymentLive } from "../../../contract/deployments.ts";
import type { Server } from "../../../contract/servers.ts";
import { formatState } from "../../base/serviceState.ts";

/** The overall state of a server: its generation, then its deployments. */
export type ServerState =
  | "draft"
  | "generating"
  | "unusable"
  | "undeployed"
  | "deploying"
  | "starting"
  | "running"
  | "idle"
  | "degraded"
  | "stopped"
  | "failed";

/** Every state has a label. */
export const serverStateLabels = {
  draft: l10n.t("no code yet"),
  generating: l10n.t("generating"),
  unusable: l10n.t("generation failed"),
  undeployed: l10n.t("not deployed"),
  deploying: l10n.t("deploying"),
  starting: l10n.t("starting"),
  running: l10n.t("running"),
  idle: l10n.t("idle"),
  degraded: l10n.t("degraded"),
  stopped: l10n.t("stopped"),
  failed: l10n.t("deployment failed"),
} as const satisfies Record<ServerState, string>;

/** The state as text, in the service's word if it is unknown; undefined when the service does not return it. */
export function formatServerState(facts: ServerFacts): string | undefined {
  const { status } = decisive(facts);
  if (typeof status !== "string") return formatState(status);
  const state = readServerState(facts);
  // Without `liveDeploymentId`, a live deployment may exist.
  const isServingUnknown = state === "undeployed" && facts.server.liveDeploymentId === undefined;
  return isServingUnknown ? formatState(facts.server.status) : serverStateLabels[state];
}

export function findServerIcon(facts: ServerFacts, known: string): string {
  return typeof decisive(facts).status === "string" ? known : "question";
}

/** The object whose state counts: the live or latest deployment, else the server. */
function decisive({ server, live, latest }: ServerFacts): Server | Deployment {
  if (isServed({ server, live })) return live ?? server;
  return typeof server.status === "object" ? server : (latest ?? server);
}

export interface ServerFacts {
  readonly server: Server;
  readonly live: Deployment | undefined;
  readonly latest: Deployment | undefined;
}

export function readServerState({ server, live, latest }: ServerFacts): ServerState {
  if (server.status === "generating") return "generating";
  // The service restarts a live deployment after a crash or its own restart.
  if (latest && isDeploymentUnderWay(latest)) return latest.id === server.liveDeploymentId ? "starting" : "deploying";
  if (isServed({ server, live })) {
    if (server.desiredState === "stopped") return "stopped";
    if (live?.status === "degraded") return "degraded";
    return live && isDeploymentIdle(live) ? "idle" : "running";
  }
  if (latest?.status === "failed") return "failed";
  if (server.status === "failed") return "unusable";
  return server.status === "draft" ? "draft" : "undeployed";
}

/** Orders servers: what runs, starts or failed first, then by the time of their last change, newest first. */
export function compareServers(one: ServerFacts, other: ServerFacts): number {
  return (
    Number(isRunningOrFailed(other)) - Number(isRunningOrFailed(one)) || readChangeTime(other) - readChangeTime(one)
  );
}

const quietStates: ReadonlySet<ServerState> = new Set(["draft", "undeployed", "stopped"]);

const isRunningOrFailed = (facts: ServerFacts) => !quietStates.has(readServerState(facts));

/** A service that says no time keeps its own order. */
function readChangeTime({ server, latest }: ServerFacts): number {
  const times = [server.updatedAt, latest?.createdAt].flatMap((time) => (time === undefined ? [] : Date.parse(time)));
  return Math.max(0, ...times.filter(Number.isFinite));
}

function isServed({ server, live }: Pick<ServerFacts, "server" | "live">): boolean {
  return typeof server.liveDeploymentId === "string" || live !== undefined;
}

/** Whether the server has a live deployment that is to run, as far as the service says so. */
export function isServerRunning({ desiredState, liveDeploymentId }: Server): boolean {
  return desiredState === "running" && Boolean(liveDeploymentId);
}

/** Whether a deployment is live, and serves as far as the service says. A stopped server keeps its live deployment, which serves nothing. */
export function isServerLive({ desiredState, liveDeploymentId }: Server): boolean {
  return Boolean(liveDeploymentId) && desiredState !== "stopped";
}

/** Whether the newest deployment may be live because the server does not report its live deployment. */
export function isServingUnstated(server: Server, latest: Deployment | undefined): boolean {
  if (server.liveDeploymentId !== undefined) return false;
  return latest !== undefined && isDeploymentLive(latest.status);
}

/** Whether a live deployment has no process until its next call. */
export function isDeploymentIdle({ idleSince }: Pick<Deployment, "idleSince">): boolean {
  return typeof idleSince === "string";
}

/** The state as users read it; undefined: the service does not say. */
export function formatDeploymentState(deployment: Pick<Deployment, "idleSince" | "status">): string | undefined {
  return isDeploymentIdle(deployment) ? l10n.t("idle") : formatState(deployment.status);
}

/** Whether the deployment's state is about to change. */
export function isDeploymentUnderWay({ status }: Deployment): boolean {
  return status === "queued" || status === "building" || status === "starting";
}
