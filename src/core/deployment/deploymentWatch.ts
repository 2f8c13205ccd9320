import type { Deployment, DeploymentEvent } from "../../contract/deployments.ts";
import type { Disposable } from "../foundation/ports.ts";

/** How following went: `left` means that the deployment goes on unseen. */
export type WatchOutcome = "live" | "failed" | "ended" | "left";

/** A deployment that is followed. */
export interface WatchedDeployment {
  readonly deploymentId: string;
  readonly serverName: string;
  readonly version: string | undefined;
}

export interface WatchRequest {
  /** Aborted: no longer followed. The deployment goes on. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: DeploymentEvent) => void;
}

/**
 * Follows deployments: their events go to the output channel, how it went is told once. A followed server's next
 * deployment is followed by itself; a reload goes on from the last event.
 */
export interface DeploymentWatch {
  /** Resolves as soon as the deployment serves, failed or ended. */
  follow(deployment: Pick<Deployment, "id" | "serverId" | "version">, request?: WatchRequest): Promise<WatchOutcome>;
  leave(deploymentId: string): void;
  isFollowed(deploymentId: string): boolean;
  followed(): readonly WatchedDeployment[];
  /** What is followed changed, or the state of it. */
  onDidChange(listener: () => void): Disposable;
}
