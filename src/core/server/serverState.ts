import type { Deployment } from "../../contract/deployments.ts";
import type { Server } from "../../contract/servers.ts";
import { formatState } from "../foundation/serviceState.ts";

/** How a server stands as a whole: its making, then its deployments. */
export type ServerState =
  | "draft"
  | "generating"
  | "unusable"
  | "undeployed"
  | "deploying"
  | "starting"
  | "running"
  | "degraded"
  | "stopped"
  | "failed";

/** Status is always said in words. */
export const serverStateLabels = {
  draft: "draft",
  generating: "generating",
  unusable: "generation failed",
  undeployed: "not deployed",
  deploying: "deploying",
  starting: "starting",
  running: "running",
  degraded: "degraded",
  stopped: "stopped",
  failed: "deployment failed",
} as const satisfies Record<ServerState, string>;

/** The state in words; as the service says it, where it is none that is known. undefined where the service does not say it. */
export function formatServerState(facts: ServerFacts): string | undefined {
  const { status } = decisive(facts);
  if (typeof status === "object") return formatState(status);
  const state = readServerState(facts);
  // A service that does not say what serves has not said that nothing does.
  const isServingUnknown = state === "undeployed" && facts.server.liveDeploymentId === undefined;
  return isServingUnknown ? formatState(facts.server.status) : serverStateLabels[state];
}

export function findServerIcon(facts: ServerFacts, known: string): string {
  return typeof decisive(facts).status === "object" ? "question" : known;
}

/** What the state comes from: what serves, or was to serve, else the server itself. */
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
  // What serves is started again after a crash or a restart of the service.
  if (latest && isDeploymentUnderWay(latest)) return latest.id === server.liveDeploymentId ? "starting" : "deploying";
  if (isServed({ server, live })) {
    if (server.desiredState === "stopped") return "stopped";
    return live?.status === "degraded" ? "degraded" : "running";
  }
  if (latest?.status === "failed") return "failed";
  if (server.status === "failed") return "unusable";
  return server.status === "draft" ? "draft" : "undeployed";
}

function isServed({ server, live }: Pick<ServerFacts, "server" | "live">): boolean {
  return typeof server.liveDeploymentId === "string" || live !== undefined;
}

/** Of the newest deployment, whether it is the one that serves, where the server itself does not say which does. */
export function isServingUnstated(server: Server, latest: Deployment | undefined): boolean {
  if (server.liveDeploymentId !== undefined) return false;
  return latest?.status === "running" || latest?.status === "degraded";
}

/** Whether the deployment's state is about to change by itself. */
export function isDeploymentUnderWay({ status }: Deployment): boolean {
  return status === "queued" || status === "building" || status === "starting";
}
