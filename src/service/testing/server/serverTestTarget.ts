import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { ServiceContext } from "../../context.ts";
import type { DeploymentInstance } from "../../deployments/lifecycle/deploymentInstance.ts";
import type { DeploymentSupervisor } from "../../deployments/lifecycle/deploymentSupervisor.ts";
import type { ServerEndpoint } from "../../mcp/serverEndpoint.ts";

/** The tested server: its live deployment or preview, or a process of the run. */
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
  readonly supervisor: Pick<DeploymentSupervisor, "live" | "find" | "store" | "accounts">;
}

/** The supervisor restarts a crashed deployment. The run waits this long for it. */
const restartTimeoutMs = 15_000;
const pollIntervalMs = 50;
const exitNoticeMs = 250;

interface TestedVersion {
  readonly version: string;
  readonly digest: string;
  /** The current variables of the server. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Returns the server's live deployment, or its preview, if that has this version and runs with these variables: what its tests prove is what
 * becomes live. It counts as in use until the target is closed.
 */
export function openRunningTarget(
  { supervisor }: ServerTestTargetContext,
  serverId: string,
  { version, digest, environment }: TestedVersion,
): { readonly target: ServerTestTarget; readonly deploymentId: string } | undefined {
  const listRunning = () => [supervisor.live(serverId), supervisor.find(serverId, version)];
  const instance = listRunning().find((one) => {
    const row = one && supervisor.store.row(one.deploymentId);
    const isSame = row?.status === "running" && row.version === version && row.digest === digest;
    return isSame && isDeepStrictEqual(one?.environment, environment);
  });
  if (!instance) return undefined;
  const target = createInstanceTarget(instance, () => listRunning().includes(instance));
  return { target, deploymentId: instance.deploymentId };
}

/** The process of a deployment, which counts as in use until the target is closed. */
export function createInstanceTarget(instance: DeploymentInstance, isCurrent: () => boolean): ServerTestTarget {
  const release = instance.hold();
  return {
    endpoint: async (signal) => {
      for (let waited = 0; ; waited += pollIntervalMs) {
        const endpoint = instance.endpoint();
        if (endpoint !== undefined) return endpoint;
        if (!isCurrent())
          throw new ServerTestTargetGoneError("The deployment was stopped or replaced during the run. Run it again.");
        if (waited >= restartTimeoutMs)
          throw new ServerTestTargetGoneError("The deployment crashed and did not restart in time. Run it again.");
        await delay(pollIntervalMs, undefined, { signal });
      }
    },
    describeExit: async (endpoint) => {
      await delay(exitNoticeMs);
      return instance.endpoint() === endpoint ? undefined : "ended (see the events of its deployment)";
    },
    readLastLines: () => [],
    close: async () => release(),
  };
}
