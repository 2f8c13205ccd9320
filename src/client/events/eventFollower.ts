import { type DeploymentEvent, isDeploymentFinished } from "../../contract/deployments.ts";
import type { CallOptions } from "../callOptions.ts";
import type { ServiceClient } from "../client.ts";
import type { ClientContext } from "../sendAttempt.ts";
import { readEventStream } from "./readEventStream.ts";

export type EventFollowState = "live" | "polling" | "reconnecting";

export interface FollowEventsOptions {
  /** The last sequence already known; 0 for all. */
  readonly after?: number;
  readonly signal: AbortSignal;
  readonly onState?: (state: EventFollowState) => void;
}

export interface EventFollowerSource extends Pick<ServiceClient, "call" | "list"> {
  /** What one connection brings, where the service does not stream as the contract says. */
  readonly stream?: typeof readEventStream;
}
/** Events in order, each once; then why there are no more of them for now. */
export type EventStreamSegment = AsyncGenerator<DeploymentEvent, "ended" | "noStream" | "finished">;

const pollMs = { first: 1000, longest: 5000, growth: 1.5 } as const;
/** Rounds of polling, a minute or so, after which a stream is worth another try. */
const pollRounds = 20;
const pageSize = 1000;

/** A place in a deployment's events, and the ways to get on from there without gap or repeat. */
export class EventFollower {
  /** The sequence handed out last. */
  last: number;
  readonly #context: ClientContext;
  readonly #source: EventFollowerSource;
  readonly #id: string;
  readonly #signal: AbortSignal;
  readonly #onState: (state: EventFollowState) => void;
  #state: EventFollowState | undefined;

  constructor(context: ClientContext, source: EventFollowerSource, id: string, options: FollowEventsOptions) {
    this.last = options.after ?? 0;
    this.#context = context;
    this.#source = source;
    this.#id = id;
    this.#signal = options.signal;
    this.#onState = options.onState ?? (() => {});
  }

  report(state: EventFollowState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState(state);
  }

  /** What one connection brings; what it leaves out is read in between. */
  async *stream(): EventStreamSegment {
    const open = this.#source.stream ?? readEventStream;
    const leg = open(this.#context, { id: this.#id, after: this.last }, this.#signal, () => this.report("live"));
    try {
      while (true) {
        const next = await leg.next();
        if (next.done) return next.value === "ended" && (await this.#isOver()) ? yield* this.#toTheEnd() : next.value;
        if (next.value.sequence > this.last + 1) yield* this.#stored(next.value.sequence - 1);
        yield* this.#handOut(next.value);
      }
    } finally {
      await leg.return("ended");
    }
  }

  /** Asks again and again, less often while nothing happens. */
  async *poll(): EventStreamSegment {
    let waitMs: number = pollMs.first;
    for (let round = 0; round < pollRounds; round += 1) {
      const before = this.last;
      yield* this.#stored(Number.POSITIVE_INFINITY);
      this.report("polling");
      if (this.last > before) waitMs = pollMs.first;
      else if (await this.#isOver()) return yield* this.#toTheEnd();
      else waitMs = Math.min(pollMs.longest, waitMs * pollMs.growth);
      await this.pause(waitMs);
    }
    return "ended";
  }

  /** Rejects as soon as the follower is no longer wanted. */
  pause(ms: number): Promise<void> {
    return this.#context.clock.wait(ms, this.#signal);
  }

  /** Nothing follows a finished deployment, but its last events may have been written while we were told. */
  async *#toTheEnd(): AsyncGenerator<DeploymentEvent, "finished"> {
    yield* this.#stored(Number.POSITIVE_INFINITY);
    return "finished";
  }

  async *#stored(upTo: number): AsyncGenerator<DeploymentEvent, void> {
    if (this.last >= upTo) return;
    const input = { id: this.#id, after: this.last, limit: pageSize };
    for await (const event of this.#source.list("deployment.events", input, this.#options())) {
      yield* this.#handOut(event);
      if (this.last >= upTo) return;
    }
  }

  *#handOut(event: DeploymentEvent): Generator<DeploymentEvent, void> {
    if (event.sequence <= this.last) return;
    this.last = event.sequence;
    yield event;
  }

  async #isOver(): Promise<boolean> {
    return isDeploymentFinished((await this.#source.call("deployment.get", { id: this.#id }, this.#options())).status);
  }

  #options(): CallOptions {
    return { signal: this.#signal };
  }
}
