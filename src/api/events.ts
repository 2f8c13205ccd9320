import type { DeploymentEvent } from "../contract/deployments.ts";
import type { CallContext } from "./attempt.ts";
import type { Client } from "./client.ts";

export interface FollowOptions {
  /** The last sequence already known; 0 for all. */
  readonly after?: number;
  readonly signal: AbortSignal;
  readonly onState?: (state: "live" | "polling" | "reconnecting") => void;
}

export async function* followEvents(
  _context: CallContext,
  _call: Client["call"],
  _deploymentId: string,
  _options: FollowOptions,
): AsyncGenerator<DeploymentEvent, void> {}
