import type { ServiceClient } from "../../client/client.ts";
import type { DeploymentEvent } from "../../contract/deployments.ts";
import { knownState } from "../../contract/received.ts";
import type { EventRow, EventStreamState } from "../../webview/protocol/deploymentPanelMessages.ts";
import { splitPlainLines } from "../deployment/eventLines.ts";
import { createPoller, type PollerOptions } from "../foundation/poller.ts";
import { readUnavailability } from "../foundation/unavailability.ts";

/** Of one event, as much as a panel shows: it holds very many of them. The log document has it all. */
const longest = 16_000;

/** An event as a page gets it: a text without control characters, its data as JSON. */
export function createDeploymentEventRow({ sequence, at, level, kind, message, data }: DeploymentEvent): EventRow {
  const json = data ? bounded(JSON.stringify(data, null, 2)) : null;
  return [sequence, at ?? null, knownState(level) ?? null, kind ?? null, textOf(message ?? ""), json];
}

// Most messages are one plain line, and looking at them is cheaper than cleaning them.
const isPlain = /^[\t\x20-\x7e\xa0-\uffff]*$/;

function textOf(message: string): string {
  const short = bounded(message);
  return isPlain.test(short) ? short : splitPlainLines(short).join("\n");
}

function bounded(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length - longest} more characters)` : text;
}

/** Events of a deployment on their way to a page. */
export interface EventFeed {
  /** Goes on where it stopped; nothing happens where it runs, or where all is told. */
  start(): void;
  stop(): void;
}

export interface EventFeedOptions {
  readonly client: Pick<ServiceClient, "events">;
  readonly deploymentId: string;
  /** The last event that the page has. */
  readonly after: number;
  readonly tell: (rows: readonly EventRow[]) => void;
  readonly follows: (state: EventStreamState) => void;
  /** Something else than a line of a log came: what is read besides may have changed. */
  readonly onEvent: (event: DeploymentEvent) => void;
  readonly onFailure: (error: unknown) => void;
  readonly later?: PollerOptions["later"];
}

/** A page paints sixty times a second; what comes quicker is told together. */
const batchMs = 30;
/** As much as one message may bring, so that neither side is held up by it. */
const mostRows = 2000;
const againMs = 5000;
const sliceMs = 8;

export function createEventFeed(parts: EventFeedOptions): EventFeed {
  const { client, deploymentId, follows } = parts;
  const batch = createBatch(parts.tell);
  const pause = createPause();
  let last = parts.after;
  let isMissing = false;
  const follow = async (signal: AbortSignal) => {
    follows("reading");
    const onState = (state: EventStreamState) => {
      if (!signal.aborted) follows(state);
    };
    for await (const event of client.events(deploymentId, { after: last, signal, onState })) {
      if (signal.aborted) return;
      last = event.sequence;
      batch.add(createDeploymentEventRow(event));
      if (event.kind !== "log" && event.kind !== "request") parts.onEvent(event);
      await pause();
    }
  };
  /** What the service does not have is not asked for again. */
  const giveUp = () => {
    isMissing = true;
    follows("missing");
    poller.stop();
  };
  const poller = createPoller({
    everyMs: () => againMs,
    ...(parts.later && { later: parts.later }),
    work: async (signal) => {
      try {
        await follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        batch.flush();
        if (readUnavailability(error)) return giveUp();
        follows("reconnecting");
        parts.onFailure(error);
        throw error;
      }
      if (signal.aborted) return;
      // A finished deployment tells nothing more. Should it be brought back, whoever reads its state starts this again.
      batch.flush();
      follows("over");
      poller.stop();
    },
  });
  return {
    start: () => {
      if (!isMissing) poller.start();
    },
    stop: () => {
      poller.stop();
      batch.drop();
    },
  };
}

/** Events that are there already come without a pause: others of the host have their turn in between. */
function createPause(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}

interface Batch {
  add(row: EventRow): void;
  flush(): void;
  drop(): void;
}

/** Rows told together: soon, and never too many at once. Timers are late where events come in a rush, so the clock is asked too. */
function createBatch(tell: (rows: readonly EventRow[]) => void): Batch {
  let rows: EventRow[] = [];
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
    rows = [];
  };
  const flush = () => {
    const told = rows;
    drop();
    if (told.length > 0) tell(told);
  };
  return {
    add: (row) => {
      if (rows.length === 0) {
        since = performance.now();
        timer = setTimeout(flush, batchMs);
      }
      rows.push(row);
      if (rows.length >= mostRows || performance.now() - since >= batchMs) flush();
    },
    flush,
    drop,
  };
}
