import { recordingLimits } from "../../../contract/routes/recordingEnds.ts";
import type { CallTrace, Recording } from "../../../contract/routes/recordingRoutes.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import type { NewTrace } from "./createTraces.ts";

type RecordingEnd = NonNullable<Recording["end"]>;

/** A recording that goes on. */
export interface ActiveRecording {
  /** Hides the secrets of the server. */
  readonly maskServerSecrets: (text: string) => string;
  /** The names of the clients, by the MCP sessions that they opened since the start. */
  readonly clients: Map<string, string>;
  /** The requests that are being recorded. */
  underWay: number;
  /** Calls that were not recorded. */
  missed: number;
  /** The server does not show what it exchanges with its API. */
  hidesExchanges: boolean;
}

interface SavedRecording extends ActiveRecording {
  readonly facts: Pick<Recording, "startedAt" | "startedBy" | "endsAt">;
  readonly traces: CallTrace[];
  readonly timer: NodeJS.Timeout;
  bytes: number;
  ended: { readonly at: string; readonly why: RecordingEnd } | undefined;
}

interface RecordingsOptions {
  readonly clock: () => Date;
  readonly limits?: { readonly minutes: number; readonly calls: number; readonly bytes: number };
  readonly onEnd?: (deploymentId: string, recording: Recording) => void;
}

/** The recordings of a service, in memory. The oldest one that has ended makes room for a new one. */
const mostRecordings = 16;
/** Of one answer; a trace that is larger comes alone. */
const pageBytes = 2 * 2 ** 20;

/** The recordings of calls, at most one of a deployment. They are in memory only. */
export class Recordings {
  readonly #options: RecordingsOptions;
  readonly #recordings = new Map<string, SavedRecording>();

  constructor(options: RecordingsOptions) {
    this.#options = options;
  }

  find(deploymentId: string): ActiveRecording | undefined {
    // Nothing else happens to a request while nothing is recorded.
    const saved = this.#recordings.get(deploymentId);
    return saved?.ended ? undefined : saved;
  }

  describe(deploymentId: string): Recording | null {
    const saved = this.#recordings.get(deploymentId);
    if (!saved) return null;
    const { facts, ended, traces, missed } = saved;
    return { ...facts, endedAt: ended?.at ?? null, end: ended?.why ?? null, calls: traces.length, missed };
  }

  start(
    deploymentId: string,
    { startedBy, maskServerSecrets }: { readonly startedBy: string } & Pick<ActiveRecording, "maskServerSecrets">,
  ): void {
    this.#makeRoom(deploymentId);
    const { minutes } = this.#limits();
    const now = this.#options.clock().getTime();
    const timer = setTimeout(() => this.end(deploymentId, "time"), minutes * 60_000).unref();
    const startedAt = new Date(now).toISOString();
    const endsAt = new Date(now + minutes * 60_000).toISOString();
    this.#recordings.set(deploymentId, {
      facts: { startedAt, startedBy, endsAt },
      traces: [],
      timer,
      bytes: 0,
      ended: undefined,
      maskServerSecrets,
      clients: new Map(),
      underWay: 0,
      missed: 0,
      hidesExchanges: false,
    });
  }

  /** Does nothing if the deployment is not recorded. */
  end(deploymentId: string, why: RecordingEnd): void {
    const saved = this.#recordings.get(deploymentId);
    if (!saved || saved.ended) return;
    clearTimeout(saved.timer);
    saved.ended = { at: this.#options.clock().toISOString(), why };
    const recording = this.describe(deploymentId);
    if (recording) this.#options.onEnd?.(deploymentId, recording);
  }

  /** Adds the traces of calls that began before the end. The one that reaches a limit is the last one. */
  add(deploymentId: string, recording: ActiveRecording, traces: readonly NewTrace[]): void {
    const { calls, bytes } = this.#limits();
    for (const trace of traces) {
      const saved = this.#recordings.get(deploymentId);
      if (saved !== recording || saved.bytes >= bytes || saved.traces.length >= calls) return;
      saved.traces.push({ ...trace, sequence: saved.traces.length + 1 });
      saved.bytes += measureTrace(trace);
      if (saved.bytes >= bytes) this.end(deploymentId, "bytes");
      else if (saved.traces.length >= calls) this.end(deploymentId, "calls");
    }
  }

  /** A page of the traces after a sequence number. */
  list(deploymentId: string, after: number): { readonly traces: CallTrace[]; readonly hasMore: boolean } {
    const rest = (this.#recordings.get(deploymentId)?.traces ?? []).slice(after);
    let bytes = 0;
    const traces = rest.filter((trace, index) => {
      bytes += measureTrace(trace);
      return index === 0 || bytes <= pageBytes;
    });
    return { traces, hasMore: traces.length < rest.length };
  }

  close(): void {
    for (const { timer } of this.#recordings.values()) clearTimeout(timer);
    this.#recordings.clear();
  }

  #limits() {
    return this.#options.limits ?? recordingLimits;
  }

  #makeRoom(deploymentId: string): void {
    if (this.find(deploymentId))
      throw new ServiceProblem("conflict", "The calls of this deployment are recorded already.");
    this.#recordings.delete(deploymentId);
    if (this.#recordings.size < mostRecordings) return;
    const [oldest] = [...this.#recordings].find(([, { ended }]) => ended) ?? [];
    if (oldest === undefined)
      throw new ServiceProblem(
        "conflict",
        `${mostRecordings} deployments are recorded already. Stop one of them first.`,
      );
    this.#recordings.delete(oldest);
  }
}

const measureTrace = (trace: NewTrace) => JSON.stringify(trace).length;

const endMessages = {
  stopped: "a user stopped it",
  time: "its time is over",
  calls: "it has as many calls as it may have",
  bytes: "its calls are as large as they may be",
  deployment: "the deployment ended",
} as const satisfies Record<NonNullable<Recording["end"]>, string>;

export function reportRecordingEnd(events: DeploymentEventLog, deploymentId: string, { end, calls }: Recording): void {
  // The events of a deployment end with it.
  if (end === null || end === "deployment") return;
  const message = `The recording of calls ended with ${calls}: ${endMessages[end]}`;
  events.enqueue(deploymentId, { kind: "step", level: "info", message, data: { step: "record" } });
}
