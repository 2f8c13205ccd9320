import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment, DeploymentEvent } from "../../../contract/deployments.ts";
import { PendingList } from "../../base/pendingList.ts";
import type { Polling } from "../../base/polling.ts";
import { readUnavailability } from "../../base/unavailability.ts";
import { isDeploymentUnderWay } from "../../server/model/serverState.ts";
import { createEventPolling } from "./eventPolling.ts";

export type FollowOutcome = "live" | "failed" | "ended";

export interface FollowDeploymentOptions {
  readonly deploymentId: string;
  /** The sequence of the last known event. */
  readonly after: number;
  readonly signal: AbortSignal;
  readonly polling: Polling;
  /** The deployments that are watched. */
  readonly pending: PendingList<Deployment>;
  readonly onEvent: (event: DeploymentEvent) => void;
  /** Called when the deployment is live, and again when it fails or ends. */
  readonly onOutcome: (outcome: FollowOutcome, deployment: Deployment) => void;
}

/** Follows a deployment until it is final and returns it; undefined when aborted. */
export async function followDeployment(
  client: ServiceClient,
  following: FollowDeploymentOptions,
): Promise<Deployment | undefined> {
  const { deploymentId, after, signal, polling, pending, onEvent, onOutcome } = following;
  const read = () => client.call("deployment.get", { id: deploymentId }, { signal });
  let reported: string | undefined;
  const report = async (outcome: FollowOutcome | undefined, deployment?: Deployment) => {
    if (!outcome || outcome === reported) return;
    const known = deployment ?? (await read());
    reported = outcome;
    onOutcome(outcome, known);
  };
  try {
    // The events of another service may not say the state.
    const onDeployment = async (known: Deployment | undefined) => {
      const deployment = known ?? (await read());
      await report(outcomeOf(deployment.status), deployment);
    };
    const eventPolling = createEventPolling({ polling, pending, onDeployment });
    for await (const event of client.events(deploymentId, { after, signal, polling: eventPolling })) {
      onEvent(event);
      if (event.kind === "state") await report(outcomeOf(event.data?.status));
    }
  } catch (error) {
    if (!readUnavailability(error)) throw error;
    await waitUntilSettled(await read(), following);
  }
  if (signal.aborted) return undefined;
  const final = await read();
  await report(outcomeOf(final.status), final);
  return final;
}

const longestMs = 60 * 60_000;

/** Waits until the deployment is live or ended, for services without events. */
async function waitUntilSettled(
  first: Deployment,
  { signal, polling, pending }: Pick<FollowDeploymentOptions, "signal" | "polling" | "pending">,
): Promise<void> {
  const limit = new AbortController();
  const cancelLimit = polling.runLater(longestMs, () => limit.abort());
  const over = AbortSignal.any([signal, limit.signal]);
  try {
    let deployment = first;
    while (isDeploymentUnderWay(deployment)) deployment = await pending.nextChange(deployment, over);
  } catch (error) {
    if (!over.aborted) throw error;
  } finally {
    cancelLimit();
  }
}

function outcomeOf(status: unknown): FollowOutcome | undefined {
  if (status === "running") return "live";
  if (status === "failed") return "failed";
  return status === "stopped" || status === "superseded" ? "ended" : undefined;
}

const pageSize = 200;

/** Deployments that are watched, all read by one list request. */
export function createPendingDeployments(client: ServiceClient, polling: Polling): PendingList<Deployment> {
  return new PendingList<Deployment>({
    polling,
    readPage: (cursor, signal) =>
      client.call("deployments.list", { limit: pageSize, ...(cursor && { cursor }) }, { signal }),
    readOne: ({ id }, signal) => client.call("deployment.get", { id }, { signal }),
    fields: ["status", "startedAt", "finishedAt"],
  });
}
