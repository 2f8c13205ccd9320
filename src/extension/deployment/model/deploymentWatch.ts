import type { Deployment, DeploymentEvent } from "../../../contract/deployments.ts";
import type { Disposable } from "../../base/ports.ts";

/** The result of a watch: `left` means that the user stopped watching while the deployment continues. */
export type WatchOutcome = "live" | "failed" | "ended" | "left";

/** A deployment that is followed. */
export interface WatchedDeployment {
  readonly deploymentId: string;
  readonly serverName: string;
  readonly version: string | undefined;
}

export interface WatchRequest {
  /** Abort stops the watch. The deployment continues. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: DeploymentEvent) => void;
}

/**
 * Watches deployments: writes their events to the output channel and announces each outcome once. The next deployment
 * of a watched server is watched too; after a reload the watch continues at the last event.
 */
export interface DeploymentWatch {
  /** Resolves when the deployment is live, failed or ended. */
  follow(deployment: Pick<Deployment, "id" | "serverId" | "version">, request?: WatchRequest): Promise<WatchOutcome>;
  leave(deploymentId: string): void;
  isFollowed(deploymentId: string): boolean;
  followed(): readonly WatchedDeployment[];
  /** Fires when a watched deployment or its state changes. */
  onDidChange(listener: () => void): Disposable;
}
