import { createPoller, type Poller } from "../../base/poller.ts";
import type { Polling } from "../../base/polling.ts";
import type { ViewTree } from "./viewTree.ts";

export interface ViewPollerOptions {
  readonly tree: Pick<ViewTree, "refresh" | "isChanging" | "countRefreshRequests">;
  readonly polling: Polling;
  /** The interval that the user has set. */
  readonly refreshMs: () => number;
  /** Called after each refresh. */
  readonly onRefresh: () => void;
  /** Called when a refresh finds a change, unless another view has found it. */
  readonly onChange?: () => void;
}

export interface ViewPoller extends Poller {
  /** Refreshes at once, because another view has found a change. */
  follow(): void;
}

/** The first interval while something is deployed or generated, because the user waits for it. */
const changingMs = 2000;

/** Refreshes a view while it is visible. */
export function createViewPoller({ tree, polling, refreshMs, onRefresh, onChange }: ViewPollerOptions): ViewPoller {
  let isFollowing = false;
  const poller = createPoller({
    polling,
    requests: () => tree.countRefreshRequests(),
    work: async () => {
      const isKnown = isFollowing;
      isFollowing = false;
      const result = await tree.refresh();
      onRefresh();
      // Two views that always find changes do not make each other read.
      if (result === "changed" && !isKnown) onChange?.();
      return result;
    },
    everyMs: () => (tree.isChanging() ? Math.min(changingMs, refreshMs()) : refreshMs()),
    longestMs: () => (tree.isChanging() ? polling.restMs() : refreshMs()),
  });
  return {
    ...poller,
    follow: () => {
      isFollowing = true;
      poller.now();
    },
  };
}
