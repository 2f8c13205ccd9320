import { setTimeout as pause } from "node:timers/promises";
import type { ServiceClient } from "../../client/client.ts";
import type { Deployment, DeploymentEvent } from "../../contract/deployments.ts";
import { readUnavailability } from "../foundation/unavailability.ts";
import { isDeploymentUnderWay } from "../server/serverState.ts";
import type { WatchOutcome } from "./deploymentWatch.ts";

export interface FollowDeploymentOptions {
  readonly deploymentId: string;
  /** The sequence of the last known event. */
  readonly after: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: DeploymentEvent) => void;
  /** Called when the deployment is live, and again when it fails or ends. */
  readonly onOutcome: (outcome: Exclude<WatchOutcome, "left">, deployment: Deployment) => void;
}

/** Follows a deployment until it is final and returns it; undefined when aborted. */
export async function followDeployment(
  client: ServiceClient,
  following: FollowDeploymentOptions,
): Promise<Deployment | undefined> {
  const { deploymentId, after, signal, onEvent, onOutcome } = following;
  const read = () => client.call("deployment.get", { id: deploymentId }, { signal });
  let reported: string | undefined;
  const report = async (outcome: Exclude<WatchOutcome, "left"> | undefined, deployment?: Deployment) => {
    if (!outcome || outcome === reported) return;
    reported = outcome;
    onOutcome(outcome, deployment ?? (await read()));
  };
  try {
    for await (const event of client.events(deploymentId, { after, signal })) {
      onEvent(event);
      if (event.kind === "state") await report(outcomeOf(event.data?.status));
    }
  } catch (error) {
    if (!readUnavailability(error)) throw error;
    await untilSettled(read, signal);
  }
  if (signal.aborted) return undefined;
  const final = await read();
  await report(outcomeOf(final.status), final);
  return final;
}

const lookMs = { first: 1000, growth: 1.3, longest: 10_000, most: 60 * 60_000 } as const;

/** Polls the deployment until it is live or ended, for services without events. */
async function untilSettled(read: () => Promise<Deployment>, signal: AbortSignal): Promise<void> {
  const endsAt = performance.now() + lookMs.most;
  for (let waitMs: number = lookMs.first; !signal.aborted && performance.now() < endsAt; waitMs *= lookMs.growth) {
    if (!isDeploymentUnderWay(await read())) return;
    // Rejects only when aborted, which ends the loop.
    await pause(Math.min(waitMs, lookMs.longest), undefined, { signal }).catch(() => {});
  }
}

function outcomeOf(status: unknown): Exclude<WatchOutcome, "left"> | undefined {
  if (status === "running") return "live";
  if (status === "failed") return "failed";
  return status === "stopped" || status === "superseded" ? "ended" : undefined;
}
