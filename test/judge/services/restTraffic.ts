import { setTimeout as pause } from "node:timers/promises";
import { DeploymentWatches } from "../../../src/core/deployment/deploymentWatches.ts";
import { createPoller } from "../../../src/core/foundation/poller.ts";
import { followTestRun } from "../../../src/core/testrun/followTestRun.ts";
import { type JudgedEditor, readShownList } from "./editor.ts";
import type { ForeignService } from "./serviceFolder.ts";
import type { Truth } from "./truth.ts";

/** The setting `fairlead.refreshSeconds`, and the interval of a view while something changes. */
const refreshMs = 10_000;
const changingMs = 2000;
const settleMs = 10_000;
const measuredMs = 20_000;

const isPending = ({ outcome }: { readonly outcome: string }) => outcome === "waiting" || outcome === "working";

/** The requests a minute, by operation, while all views are visible and everything that is pending stays so. */
export async function measureRestTraffic(
  service: ForeignService,
  editor: JudgedEditor,
): Promise<{ readonly requestsPerMinute: number; readonly byOperation: string }> {
  const stop = new AbortController();
  const pollers = Object.values(editor.trees).map((tree) =>
    createPoller({
      work: () => tree.refresh(),
      everyMs: () => (tree.isChanging() ? changingMs : refreshMs),
    }),
  );
  for (const tree of Object.values(editor.trees)) await readShownList(tree);
  for (const poller of pollers) poller.start();
  const close = watchPending(editor, service.readTruth(), stop.signal);
  await pause(settleMs);
  const first = service.requests.length;
  await pause(measuredMs);
  const requests = service.requests.slice(first);
  stop.abort();
  await close();
  for (const poller of pollers) poller.stop();
  const perMinute = (count: number) => Math.round((count * 60_000) / measuredMs);
  const counts = Map.groupBy(requests, ({ operation, path }) => operation ?? path);
  const byOperation = [...counts].map(([operation, some]) => `${operation} ${perMinute(some.length)}`).join(", ");
  return { requestsPerMinute: perMinute(requests.length), byOperation };
}

/** Watches what is pending as after its command; returns what ends the watches. */
function watchPending(editor: JudgedEditor, truth: Truth, signal: AbortSignal): () => Promise<void> {
  const { client, memory, connections } = editor;
  const none = () => {};
  const watches = new DeploymentWatches({
    ...{ memory, write: none, announce: none, log: { info: none, warning: none, error: none, show: none } },
    client: async () => client,
    connectionId: () => connections.active()?.id,
  });
  for (const deployment of (truth.deployments ?? []).filter(isPending)) {
    const server = truth.servers?.find(({ name }) => name === deployment.server);
    const order = { id: deployment.id, serverId: server?.id, version: deployment.version };
    void watches.follow(order, { signal }).catch(none);
  }
  for (const [kind, runs] of [
    ["server", truth.serverTestRuns],
    ["skill", truth.skillTestRuns],
  ] as const) {
    for (const { id } of (runs ?? []).filter(isPending)) {
      const options = { kind, id, since: 0, client: async () => client, signal, onChange: async () => {} };
      void followTestRun(options).catch(none);
    }
  }
  return () => watches.close();
}
