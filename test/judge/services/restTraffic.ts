import { setTimeout as pause } from "node:timers/promises";
import { createPolling, type Polling } from "../../../src/extension/base/polling.ts";
import { createServerHealthMonitor } from "../../../src/extension/server/model/serverHealth.ts";
import { followTestRun } from "../../../src/extension/testing/model/followTestRun.ts";
import { createPendingTestRuns } from "../../../src/extension/testing/model/pendingTestRuns.ts";
import { createViewPoller } from "../../../src/extension/workbench/tree/createViewPoller.ts";
import { createDeploymentWatches } from "./deploymentWatches.ts";
import { type JudgedEditor, readShownList } from "./editor.ts";
import type { RunningClock } from "./runningClock.ts";
import type { ForeignService } from "./serviceFolder.ts";
import type { Truth } from "./truth.ts";

export interface RestTraffic {
  /** The mean of the measured minutes. */
  readonly requestsPerMinute: number;
  /** The requests a minute of each operation. */
  readonly byOperation: string;
}

/** The default of `fairlead.refreshSeconds`, and the interval of the status bar. */
const refreshMs = 10_000;
const minuteMs = 60_000;
/** After these minutes what does not change is read at its longest interval, and the burst of the start is paid for. */
const minutesBefore = 4;
const measuredMinutes = 3;

const isPending = ({ outcome }: { readonly outcome: string }) => outcome === "waiting" || outcome === "working";

/**
 * Counts the requests of a window at rest after its first minutes: all views are visible, the status bar shows the health of a live server, and
 * what is pending is watched as after its command and stays pending. The clock is put forward, so the minutes are those of the editor.
 */
export async function measureRestTraffic(
  service: ForeignService,
  editor: JudgedEditor,
  clock: RunningClock,
): Promise<RestTraffic> {
  const stop = new AbortController();
  const polling = createPolling({ refreshMs: () => refreshMs, now: clock.now, runLater: clock.runLater });
  for (const tree of Object.values(editor.trees)) await readShownList(tree);
  const ends = [
    startViews(editor, polling),
    watchPending({ editor, polling, clock, truth: service.readTruth(), signal: stop.signal }),
  ];
  const settle = () => waitForResponses(service);
  await clock.advance(minutesBefore * minuteMs, settle);
  const first = service.requests.length;
  await clock.advance(measuredMinutes * minuteMs, settle);
  const requests = service.requests.slice(first);
  stop.abort();
  for (const end of ends) await end();
  const perMinute = (count: number) => Math.ceil(count / measuredMinutes);
  const counts = Map.groupBy(requests, ({ operation, path }) => operation ?? path);
  const byOperation = [...counts].map(([operation, some]) => `${operation} ${perMinute(some.length)}`).join(", ");
  return { requestsPerMinute: perMinute(requests.length), byOperation };
}

const quietTurns = 4;
const mostTurns = 400;

/** Waits until each request is answered and no other follows. */
async function waitForResponses({ requests }: ForeignService): Promise<void> {
  let count = requests.length;
  for (let turn = 0, quiet = 0; turn < mostTurns && quiet < quietTurns; turn += 1) {
    await pause(5);
    const isQuiet = requests.length === count && requests.every(({ status }) => status !== undefined);
    quiet = isQuiet ? quiet + 1 : 0;
    count = requests.length;
  }
}

/** Shows all views; returns what closes them. */
function startViews({ trees }: JudgedEditor, polling: Polling): () => void {
  const options = { polling, refreshMs: () => refreshMs, onRefresh: () => {} };
  const pollers = Object.values(trees).map((tree) => createViewPoller({ ...options, tree }));
  for (const poller of pollers) poller.start();
  return () => {
    for (const poller of pollers) poller.stop();
  };
}

interface PendingWatch {
  readonly editor: JudgedEditor;
  readonly polling: Polling;
  readonly clock: RunningClock;
  readonly truth: Truth;
  readonly signal: AbortSignal;
}

/** Watches what is pending as after its command, and the health of a live server; returns what ends it. */
function watchPending({ editor, polling, clock, truth, signal }: PendingWatch): () => Promise<void> {
  const client = async () => editor.client;
  const none = () => {};
  const { servers = [], skills = [], deployments = [] } = truth;
  const watches = createDeploymentWatches(editor, polling, none);
  for (const deployment of deployments.filter(isPending)) {
    const server = servers.find(({ name }) => name === deployment.server);
    const order = { id: deployment.id, serverId: server?.id, version: deployment.version };
    void watches.follow(order, { signal }).catch(none);
  }
  const pending = createPendingTestRuns({ client, polling });
  const runs = [
    ...(truth.serverTestRuns ?? []).map((run) => ({ kind: "server" as const, run, owner: run.server, of: servers })),
    ...(truth.skillTestRuns ?? []).map((run) => ({ kind: "skill" as const, run, owner: run.skill, of: skills })),
  ];
  for (const { kind, run, owner, of } of runs.filter(({ run }) => isPending(run))) {
    const ownerId = of.find(({ name }) => name === owner)?.id ?? "";
    const following = { kind, id: run.id, ownerId, since: 0, client, signal, pending, wait: clock.wait };
    void followTestRun({ ...following, onChange: async () => {} }).catch(none);
  }
  const monitor = createServerHealthMonitor({
    ...{ client, polling, onOtherDeployment: none, everyMs: () => refreshMs },
    serverId: () => servers.find(({ liveDeployment }) => typeof liveDeployment === "string")?.id,
  });
  monitor.start();
  return async () => {
    monitor.stop();
    await watches.close();
  };
}
