import type { EventPolling } from "../../client/client.ts";
import type { Deployment } from "../../contract/deployments.ts";
import type { PendingList } from "../foundation/pendingList.ts";
import type { Polling } from "../foundation/polling.ts";

const firstMs = 1000;
/** The events, and the state of the deployment. */
const requests = 2;

/** Reads the events of a deployment less often while nothing happens, and at once when its state in the list changes. */
export function createEventPolling(polling: Polling, pending?: PendingList<Deployment>): EventPolling {
  let isAwaited = false;
  let readNow = () => {};

  const awaitChange = (deployment: Deployment, signal: AbortSignal) => {
    if (!pending || isAwaited) return;
    isAwaited = true;
    const end = () => {
      isAwaited = false;
    };
    pending.nextChange(deployment, signal).then(() => {
      end();
      readNow();
    }, end);
  };
  return {
    wait: async (quietReads, deployment, signal) => {
      const change = new AbortController();
      readNow = () => change.abort();
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
