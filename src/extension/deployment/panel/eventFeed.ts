import * as l10n from "@vscode/l10n";
import type { EventPolling, ServiceClient } from "../../../client/client.ts";
import type { DeploymentEvent } from "../../../contract/deployments.ts";
import { knownState } from "../../../contract/received.ts";
import type { EventRow, EventStreamState } from "../../../webview/protocol/deploymentPanelMessages.ts";
import { createPoller, type PollerOptions } from "../../base/poller.ts";
import { readUnavailability } from "../../base/unavailability.ts";
import { type RefusedHost, readRefusedHost } from "../../server/model/allowedHosts.ts";
import { splitPlainLines } from "../model/eventLines.ts";

/** The limit of one event's text and data, because a panel holds very many events. The log document has the whole text. */
const maxEventTextLength = 16_000;

/** Removes control characters from the message and formats the data as JSON. */
export function createDeploymentEventRow(event: DeploymentEvent): EventRow {
  const { sequence, at, level, kind, message = "", data } = event;
  const json = data ? truncate(JSON.stringify(data, null, 2)) : null;
  return [sequence, at ?? null, knownState(level) ?? null, kind ?? null, formatMessage(message), json];
}

// Most messages are one plain line, and this test is cheaper than removing control characters.
const isPlain = /^[\t\x20-\x7e\xa0-\uffff]*$/;

function formatMessage(message: string): string {
  const short = truncate(message);
  return isPlain.test(short) ? short : splitPlainLines(short).join("\n");
}

function truncate(text: string): string {
  return text.length > maxEventTextLength
    ? l10n.t`${text.slice(0, maxEventTextLength)}… (${text.length - maxEventTextLength} more characters)`
    : text;
}

export interface EventFeedOptions {
  readonly client: Pick<ServiceClient, "events">;
  readonly deploymentId: string;
  /** The last event that the page has. */
  readonly after: number;
  readonly post: (rows: readonly EventRow[]) => void;
  readonly onStreamState: (state: EventStreamState) => void;
  /** Called for each event that can mean a changed state: any kind except log and request. */
  readonly onEvent: (event: DeploymentEvent) => void;
  /** Called for each event of a request to the server. */
  readonly onRequest?: () => void;
  /** Called for each event of a host that the server may not connect to. */
  readonly onRefusedHost?: ((refused: RefusedHost) => void) | undefined;
  readonly onFailure: (error: unknown) => void;
  readonly polling?: EventPolling;
  readonly later?: PollerOptions["runLater"];
}

/** Events within this time are posted together: about two frames of a page. */
const batchMs = 30;
/** The most rows of one message, so that it blocks neither the extension host nor the page. */
const maxBatchRows = 2000;
const reconnectMs = 5000;
const sliceMs = 8;

/** Posts the events of a deployment to its page. */
export function createEventFeed(parts: EventFeedOptions) {
  const { client, deploymentId, onStreamState } = parts;
  const batch = createBatch(parts.post);
  const pause = createPause();
  let last = parts.after;
  let isUnsupported = false;
  const follow = async (signal: AbortSignal) => {
    onStreamState("reading");
    const onState = (state: EventStreamState) => {
      if (!signal.aborted) onStreamState(state);
    };
    const options = { after: last, signal, onState, ...(parts.polling && { polling: parts.polling }) };
    for await (const event of client.events(deploymentId, options)) {
      if (signal.aborted) return;
      last = event.sequence;
      batch.add(createDeploymentEventRow(event));
      const refused = readRefusedHost(event.data);
      if (refused) parts.onRefusedHost?.(refused);
      if (event.kind === "request") parts.onRequest?.();
      else if (event.kind !== "log") parts.onEvent(event);
      await pause();
    }
  };
  /** Stops for good, because the service has no events. */
  const stopForGood = () => {
    isUnsupported = true;
    onStreamState("unsupported");
    poller.stop();
  };
  const poller = createPoller({
    everyMs: () => reconnectMs,
    ...(parts.later && { runLater: parts.later }),
    work: async (signal) => {
      try {
        await follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        batch.flush();
        if (readUnavailability(error)) return stopForGood();
        onStreamState("reconnecting");
        parts.onFailure(error);
        throw error;
      }
      if (signal.aborted) return;
      // A finished deployment has no more events. If it starts again, the deployment reader starts this feed again.
      batch.flush();
      onStreamState("ended");
      poller.stop();
    },
  });
  return {
    /** Continues after the last event. Does nothing if it runs or if the service has no events. */
    start: () => {
      if (!isUnsupported) poller.start();
    },
    stop: () => {
      poller.stop();
      batch.drop();
    },
  };
}

/** Yields to the event loop every few milliseconds, because buffered events arrive without a pause. */
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

/** Posts rows in batches of limited age and size. Checks the clock for each row, because many events delay the timer. */
function createBatch(post: (rows: readonly EventRow[]) => void) {
  let rows: EventRow[] = [];
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
    rows = [];
  };
  const flush = () => {
    const batch = rows;
    drop();
    if (batch.length > 0) post(batch);
  };
  return {
    add: (row: EventRow) => {
      if (rows.length === 0) {
        since = performance.now();
        timer = setTimeout(flush, batchMs);
      }
      rows.push(row);
      if (rows.length >= maxBatchRows || performance.now() - since >= batchMs) flush();
    },
    flush,
    drop,
  };
}
