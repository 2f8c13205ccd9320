import { createParser } from "eventsource-parser";
import type { HttpStreamLimits } from "../../client/network/httpDispatchHandler.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { parseJson } from "./parseJson.ts";

/** Collects what a stream brings at once, for who asked for a list. */
export interface Collected {
  readonly limits: HttpStreamLimits;
  /** Aborts when enough was collected of a stream that goes on. */
  readonly enough: AbortSignal;
  /** undefined where the answer was no stream. */
  values(): readonly unknown[] | undefined;
}

/** After so long a silence, what there is was sent. */
const silenceMs = 1500;
/** A stream may never be silent, nor end. */
const most = { ms: 5000, values: 20_000, bytes: 64 * 2 ** 20 } as const;

export function collect(leftMs: number): Collected {
  let values: unknown[] | undefined;
  let end = () => {};
  let timer: NodeJS.Timeout | undefined;
  const enough = new AbortController();
  return {
    enough: enough.signal,
    limits: {
      idleMs: silenceMs,
      accept: (status, headers) => {
        const type = headers["content-type"] ?? "";
        if (status !== 200 || !isStream(type)) return undefined;
        const all: unknown[] = [];
        values = all;
        const apart = takeApart(type, (value) => all.push(value));
        end = apart.end;
        let bytes = 0;
        clearTimeout(timer);
        timer = setTimeout(() => enough.abort(), Math.max(0, Math.min(leftMs, most.ms)));
        return (chunk) => {
          apart.chunk(chunk);
          bytes += chunk.length;
          if (all.length >= most.values || bytes >= most.bytes) enough.abort();
          return undefined;
        };
      },
    },
    values: () => {
      clearTimeout(timer);
      // What was cut off in the middle is not whole.
      if (!enough.signal.aborted) end();
      end = () => {};
      return values;
    },
  };
}

/** Whether an answer goes on for as long as something happens. */
function isStream(type: string | undefined): boolean {
  return /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|json-seq|jsonlines|stream\+json))\b/i.test(
    type ?? "",
  );
}

const longestEvent = 8 * 2 ** 20;

/** Takes the pieces of a stream apart: server-sent events, or one JSON value a line. What is no object says only that it goes on. */
function takeApart(type: string, take: (value: UnknownRecord) => void) {
  const decoder = new TextDecoder();
  const each = (text: string) => {
    const value = valueIn(text);
    for (const one of Array.isArray(value) ? value : [value]) if (isRecord(one)) take(one);
  };
  const feed = /event-stream/i.test(type) ? eventFeed(each) : lineFeed(each);
  return {
    chunk: (bytes: Uint8Array) => feed(decoder.decode(bytes, { stream: true })),
    end: () => feed(`${decoder.decode()}\n\n`),
  };
}

type Each = (text: string) => void;

function eventFeed(each: Each): (text: string) => void {
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data }) => each(data),
    // One that is longer than any event is left out: what comes after it counts.
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") parser.reset();
    },
  });
  return (text) => parser.feed(text);
}

function lineFeed(each: Each): (text: string) => void {
  let rest = "";
  return (text) => {
    const end = text.lastIndexOf("\n");
    if (end >= 0) {
      const lines = (rest + text.slice(0, end)).split("\n");
      if (rest.length > longestEvent) lines.shift();
      for (const line of lines) if (line.trim() !== "") each(line.replace("\u001e", ""));
      rest = "";
    }
    if (rest.length <= longestEvent) rest += text.slice(end + 1);
  };
}

/** Some send lines that are no JSON but what they say. */
function valueIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return { message: text };
  }
}
