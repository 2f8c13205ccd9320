import type { ServiceContext } from "../../context.ts";
import type { DeploymentSupervisor } from "../../deployments/lifecycle/deploymentSupervisor.ts";

/** The server that is tested: its live deployment, or one of the run's own. */
export interface ServerTestTarget {
  /** Where it answers right now; waits for it, or starts it again, where its process has ended. */
  port(signal: AbortSignal): Promise<number>;
  /** Whether the process that was at this port has ended, in words ("exited with code 1"); waits a moment for the news. */
  ended(port: number): Promise<string | undefined>;
  /** What the process wrote last, where that is known. */
  lastLines(): readonly string[];
  close(): Promise<void>;
}

/** The server cannot be asked any more. */
export class ServerTestTargetGoneError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ServerTestTargetGoneError";
  }
}

export interface ServerTestTargetContext {
  readonly context: ServiceContext;
  readonly supervisor: Pick<DeploymentSupervisor, "live" | "store" | "accounts">;
}
