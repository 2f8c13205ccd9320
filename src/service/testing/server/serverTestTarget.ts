import type { ServiceContext } from "../../context.ts";
import type { DeploymentSupervisor } from "../../deployments/lifecycle/deploymentSupervisor.ts";
import type { ServerEndpoint } from "../../mcp/serverEndpoint.ts";

/** The tested server: its live deployment, or a process of the run. */
export interface ServerTestTarget {
  /** The endpoint of the current process. Waits for a process that restarts, or restarts it. */
  endpoint(signal: AbortSignal): Promise<ServerEndpoint>;
  /** Describes the exit of the process ("exited with code 1"), or returns `undefined` if it runs. Waits a moment for the exit. */
  describeExit(endpoint: ServerEndpoint): Promise<string | undefined>;
  /** The last output lines of the process, if known. */
  readLastLines(): readonly string[];
  close(): Promise<void>;
}

/** Thrown when the server cannot be reached again. */
export class ServerTestTargetGoneError extends Error {
  override readonly name = "ServerTestTargetGoneError";
}

export interface ServerTestTargetContext {
  readonly context: ServiceContext;
  readonly supervisor: Pick<DeploymentSupervisor, "live" | "store" | "accounts">;
}
