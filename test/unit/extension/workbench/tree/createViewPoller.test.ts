import { expect, onTestFinished, test } from "vitest";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import { createViewPoller, type ViewPoller } from "../../../../../src/extension/workbench/tree/createViewPoller.ts";
import { createVirtualClock } from "../../../../support/client/virtualClock.ts";

test("a view reads at once what another one has found, and two that always find changes do not make each other read", async () => {
  const clock = createVirtualClock();
  const polling = createPolling({ refreshMs: () => 10_000, now: clock.now, runLater: clock.runLater });
  const reads: string[] = [];
  const createView = (name: string, other: () => ViewPoller) => {
    const poller = createViewPoller({
      tree: {
        refresh: async () => {
          reads.push(name);
          return "changed" as const;
        },
        isChanging: () => false,
        countRefreshRequests: () => 2,
      },
      polling,
      refreshMs: () => 10_000,
      onRefresh: () => {},
      onChange: () => other().follow(),
    });
    onTestFinished(poller.stop);
    return poller;
  };
  const servers: ViewPoller = createView("servers", () => deployments);
  const deployments: ViewPoller = createView("deployments", () => servers);
  deployments.wake();
  servers.start();
  await clock.advance(0);
  expect(reads).toEqual(["servers", "deployments"]);
});
