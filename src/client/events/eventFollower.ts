import { type Deployment, type DeploymentEvent, isDeploymentFinished } from "../../contract/deployments.ts";
import type { CallOptions, EventFollowState, EventPolling, FollowEventsOptions, ServiceClient } from "../client.ts";
import type { ClientContext } from "../clientContext.ts";
import { readEventStream } from "./readEventStream.ts";

/** How the events of a service are read. */
export interface EventSource extends Pick<ServiceClient, "call" | "list"> {
  /** Runs before the first event is read; what it throws ends the events. */
  readonly prepare?: ((options: CallOptions) => Promise<void>) | undefined;
  /** The events of one connection, where the service does not stream as the contract says. */
  readonly stream?: typeof readEventStream | undefined;
  readonly onStreamError?: (error: unknown) => void;
}

/** Events in order, each once; then why no more follow for the moment. */
export type EventStreamSegment = AsyncGenerator<DeploymentEvent, "ended" | "noStream" | "finished">;

const pollMs = { first: 1000, longest: 5000 } as const;
/** Rounds of polling before a stream is tried again. */
const pollRounds = 20;
const pageSize = 1000;

/** A position in a deployment's events, which continues by stream or by polling without gap or repeat. */
export class EventFollower {
  /** The sequence of the last yielded event. */
  last: number;
  readonly #context: ClientContext;
  readonly #source: EventSource;
  readonly #id: string;
  readonly #signal: AbortSignal;
  readonly #onState: (state: EventFollowState) => void;
  readonly #polling: EventPolling;
  #state: EventFollowState | undefined;
  /** Reads of the list in a row without a new event. */
  #quietReads = 0;

  constructor(context: ClientContext, source: EventSource, id: string, options: FollowEventsOptions) {
    this.last = options.after ?? 0;
    this.#context = context;
    this.#source = source;
    this.#id = id;
    this.#signal = options.signal;
    this.#onState = options.onState ?? (() => {});
    this.#polling = options.polling ?? {
      wait: (quietReads) => this.wait(Math.min(pollMs.longest, pollMs.first * 2 ** Math.max(0, quietReads - 1))),
    };
  }

  report(state: EventFollowState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState(state);
  }

  /** The events of one connection; the events that it omits are read from the list. */
  async *stream(): EventStreamSegment {
    const openStream = this.#source.stream ?? readEventStream;
    const events = openStream(this.#context, { id: this.#id, after: this.last }, this.#signal, () =>
      this.report("live"),
    );
    try {
      while (true) {
        const next = await events.next();
        if (next.done)
          return next.value === "ended" && isDeploymentFinished((await this.#readDeployment()).status)
            ? yield* this.#readRest()
            : next.value;
        if (next.value.sequence > this.last + 1) yield* this.#readList(next.value.sequence - 1);
        yield* this.#yieldNew(next.value);
      }
    } catch (error) {
      this.#source.onStreamError?.(error);
      throw error;
    } finally {
      await events.return("ended");
    }
  }

  /** Reads the list repeatedly, less often while nothing happens. */
  async *poll(): EventStreamSegment {
    for (let round = 0; round < pollRounds; round += 1) {
      const before = this.last;
      yield* this.#readList(Number.POSITIVE_INFINITY);
      this.report("polling");
      const deployment = this.last > before ? undefined : await this.#readDeployment();
      if (deployment && isDeploymentFinished(deployment.status)) return yield* this.#readRest();
      this.#quietReads = deployment ? this.#quietReads + 1 : 0;
      await this.#polling.wait(this.#quietReads, deployment, this.#signal);
    }
    return "ended";
  }

  /** Rejects as soon as the signal aborts. */
  wait(ms: number): Promise<void> {
    return this.#context.clock.wait(ms, this.#signal);
  }

  /** No event follows the end of a deployment, but its last events may be written while its state is read. */
  async *#readRest(): AsyncGenerator<DeploymentEvent, "finished"> {
    yield* this.#readList(Number.POSITIVE_INFINITY);
    return "finished";
  }

  async *#readList(lastSequence: number): AsyncGenerator<DeploymentEvent, void> {
    if (this.last >= lastSequence) return;
    const input = { id: this.#id, after: this.last, limit: pageSize };
    for await (const event of this.#source.list("deployment.events", input, this.#options())) {
      yield* this.#yieldNew(event);
      if (this.last >= lastSequence) return;
    }
  }

  *#yieldNew(event: DeploymentEvent): Generator<DeploymentEvent, void> {
    if (event.sequence <= this.last) return;
    this.last = event.sequence;
    yield event;
  }

  #readDeployment(): Promise<Deployment> {
    return this.#source.call("deployment.get", { id: this.#id }, this.#options());
  }

  #options(): CallOptions {
    return { signal: this.#signal };
  }
}
