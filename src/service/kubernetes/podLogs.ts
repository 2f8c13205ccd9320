import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { createLogLineReader } from "../deployments/process/serverOutput.ts";
import type { ClusterClient } from "./client/clusterClient.ts";
import { countRestarts, isRunning, type Pod } from "./podState.ts";

type OnLine = (line: string, dropped: number) => void;

interface PodLogOptions {
  readonly client: ClusterClient;
  readonly namespace: string;
  readonly container: string;
  readonly onLine: OnLine;
  readonly signal: AbortSignal;
}

/** Follows the output of a server's pods. */
export interface PodLogs {
  /**
   * Follows what the pods that are new, or that were started again, write. The pods of the first call ran before: an earlier run of the
   * service has passed their lines on.
   */
  update(pods: readonly Pod[]): void;
  /** Resolves when the output of all pods that have ended was passed on, at the latest after `ms`. */
  settle(ms: number): Promise<void>;
}

const pauseMs = 1000;

export function createPodLogs(options: PodLogOptions): PodLogs {
  const { signal } = options;
  const followed = new Map<string, { readonly uid: string; readonly done: Promise<void> }>();
  const current = new Map<string, Pod>();
  let change = Promise.withResolvers<void>();
  const keyOf = (pod: Pod) => `${pod.metadata.uid} ${countRestarts(pod)}`;
  let isFirst = true;
  const follow = async (pod: Pod, key: string, since: string) => {
    let last = since;
    for (;;) {
      last = await readLog(options, pod, last).catch(() => last);
      const now = current.get(pod.metadata.uid);
      // A stream also ends with its connection; then the container still runs.
      if (signal.aborted || !now || keyOf(now) !== key || !isRunning(now)) return;
      await waitAtMost(pauseMs, change.promise);
    }
  };
  return {
    update: (pods) => {
      const since = isFirst ? new Date().toISOString() : "";
      isFirst = false;
      current.clear();
      for (const pod of pods) {
        current.set(pod.metadata.uid, pod);
        const key = keyOf(pod);
        const { uid } = pod.metadata;
        if (!followed.has(key) && hasStarted(pod)) followed.set(key, { uid, done: follow(pod, key, since) });
      }
      change.resolve();
      change = Promise.withResolvers();
    },
    settle: async (ms) => {
      const ended = [...followed.values()].filter(({ uid }) => {
        const pod = current.get(uid);
        return !pod || !isRunning(pod);
      });
      await waitAtMost(ms, Promise.all(ended.map(({ done }) => done)));
    },
  };
}

async function waitAtMost(ms: number, done: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  await Promise.race([done, delay(ms, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)]);
  stop.abort();
}

function hasStarted({ status }: Pod): boolean {
  return (
    status.containerStatuses?.some(
      ({ state, restartCount }) => state?.running || state?.terminated || restartCount > 0,
    ) ?? false
  );
}

/** Passes the lines after a time on. Resolves with the time of the last line when the log ends. */
async function readLog(options: PodLogOptions, pod: Pod, after: string): Promise<string> {
  const { client, namespace, container, onLine, signal } = options;
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod.metadata.name)}/log`;
  const query = {
    container,
    follow: "true",
    timestamps: "true",
    ...(after !== "" && { sinceTime: toWholeSeconds(after) }),
  };
  let last = after;
  const lines = createLogLineReader((line, dropped) => {
    const [, time = "", text = line] = /^(\d{4}-\d\d-\d\dT\S+Z) ?(.*)$/.exec(line) ?? [];
    if (time !== "" && toComparable(time) <= toComparable(last)) return;
    if (time !== "") last = time;
    onLine(text, dropped);
  });
  const response: IncomingMessage = await client.open({ path, query }, signal);
  for await (const chunk of response) lines.write(Buffer.from(chunk));
  lines.end();
  return last;
}

/** The API knows whole seconds only. */
const toWholeSeconds = (time: string) => time.replace(/\.\d+Z$/, "Z");

/** A time with all nine digits of its fraction, which the API cuts, so that texts compare like times. */
function toComparable(time: string): string {
  const [, seconds = "", fraction = ""] = /^(.*?)(?:\.(\d+))?Z$/.exec(time) ?? [];
  return seconds + fraction.padEnd(9, "0");
}
