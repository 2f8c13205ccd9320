import { createPoller, type Poller } from "../../base/poller.ts";
import type { Polling } from "../../base/polling.ts";
import type { ViewTree } from "./viewTree.ts";

export interface ViewPollerOptions {
  readonly tree: ViewTree;
  readonly polling: Polling;
  /** The interval that the user has set. */
  readonly refreshMs: () => number;
  /** Called after each refresh. */
  readonly onRefresh: () => void;
}

/** The first interval while something is deployed or generated, because the user waits for it. */
const changingMs = 2000;

/** Refreshes a view while it is visible. */
export function createViewPoller({ tree, polling, refreshMs, onRefresh }: ViewPollerOptions): Poller {
  return createPoller({
    polling,
    requests: () => tree.countRefreshRequests(),
    work: async () => {
      const result = await tree.refresh();
      onRefresh();
      return result;
    },
    everyMs: () => (tree.isChanging() ? Math.min(changingMs, refreshMs()) : refreshMs()),
    longestMs: () => (tree.isChanging() ? polling.restMs() : refreshMs()),
  });
}
