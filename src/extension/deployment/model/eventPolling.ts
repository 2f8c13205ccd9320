import type { EventPolling } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import type { PendingList } from "../../base/pendingList.ts";
import type { Polling } from "../../base/polling.ts";

const firstMs = 1000;
/** The events, and the state of the deployment. */
const requests = 2;

export interface EventPollingOptions {
  readonly polling: Polling;
  /** The deployments that are watched; a change there makes the events be read at once. */
  readonly pending?: PendingList<Deployment>;
  /** Called after the events with the deployment that was read, or without it when its state in the list has changed. */
  readonly onDeployment?: (deployment: Deployment | undefined) => Promise<void>;
}

/** Reads the events of a deployment less often while nothing happens, and at once when its state in the list changes. */
export function createEventPolling({ polling, pending, onDeployment }: EventPollingOptions): EventPolling {
  let isAwaited = false;
  let hasChanged = false;
  let readNow = () => {};

  const awaitChange = (deployment: Deployment, signal: AbortSignal) => {
    if (!pending || isAwaited) return;
    isAwaited = true;
    const end = () => {
      isAwaited = false;
    };
    pending.nextChange(deployment, signal).then(() => {
      end();
      hasChanged = true;
      readNow();
    }, end);
  };
  return {
    wait: async (quietReads, deployment, signal) => {
      const change = new AbortController();
      readNow = () => change.abort();
      const isDue = deployment !== undefined || hasChanged;
      hasChanged = false;
      if (isDue) await onDeployment?.(deployment);
      if (deployment) awaitChange(deployment, signal);
      const turn = AbortSignal.any([signal, change.signal]);
      try {
        await polling.wait(firstMs * 2 ** Math.max(0, quietReads - 1), requests, turn);
      } catch (error) {
        if (signal.aborted) throw error;
        polling.budget.spend(requests);
      }
    },
  };
}
