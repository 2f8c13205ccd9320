import { createParser } from "eventsource-parser";
import type { StreamLimits } from "../exchange.ts";
import { parseJson } from "./json.ts";

/** Whether an answer goes on for as long as something happens. */
export function isStream(type: string | undefined): boolean {
  return /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|json-seq|jsonlines|stream\+json))\b/i.test(
    type ?? "",
  );
}

const longestEvent = 8 * 2 ** 20;

/** Takes the pieces of a stream apart: server-sent events, or one JSON value a line. */
export function takeApart(type: string, take: (value: unknown, id: string | undefined) => void) {
  const decoder = new TextDecoder();
  const feed = /event-stream/i.test(type) ? eventFeed(take) : lineFeed(take);
  return {
    chunk: (bytes: Uint8Array) => feed(decoder.decode(bytes, { stream: true })),
    end: () => feed(`${decoder.decode()}\n\n`),
  };
}

function eventFeed(take: (value: unknown, id: string | undefined) => void): (text: string) => void {
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data, id }) => take(valueIn(data), id),
  });
  return (text) => parser.feed(text);
}

function lineFeed(take: (value: unknown, id: string | undefined) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = (lines.pop() ?? "").slice(-longestEvent);
    for (const line of lines) if (line.trim() !== "") take(valueIn(line.replace("\u001e", "")), undefined);
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

/** Collects what a stream brings at once, for who asked for a list. */
export interface Collected {
  readonly limits: StreamLimits;
  /** undefined where the answer was no stream. */
  values(): readonly unknown[] | undefined;
}

/** After so long a silence, what there is was sent. */
const silenceMs = 1500;

export function collect(): Collected {
  let values: unknown[] | undefined;
  let end = () => {};
  return {
    limits: {
      idleMs: silenceMs,
      accept: (status, headers) => {
        const type = headers["content-type"] ?? "";
        if (status !== 200 || !isStream(type)) return undefined;
        const all: unknown[] = [];
        values = all;
        const apart = takeApart(type, (value) => all.push(value));
        end = apart.end;
        return (chunk) => {
          apart.chunk(chunk);
          return undefined;
        };
      },
    },
    values: () => {
      end();
      end = () => {};
      return values;
    },
  };
}
