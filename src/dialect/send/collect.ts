import { createParser } from "eventsource-parser";
import type { HttpStreamLimits } from "../../client/network/httpDispatchHandler.ts";
import { isRecord } from "../../text/record.ts";
import { parseJson } from "./parseJson.ts";

/** Collects what a stream brings at once, for who asked for a list: server-sent events, or one JSON value a line. */
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
const most = { ms: 5000, lines: 60_000, characters: 64 * 2 ** 20 } as const;
/** A longer event is left out: what comes after it counts. */
const longestEvent = 8 * 2 ** 20;

const streamTypes = /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|json-seq|jsonlines|stream\+json))\b/i;

export function collect(leftMs: number): Collected {
  let type: string | undefined;
  let text = "";
  let timer: NodeJS.Timeout | undefined;
  const enough = new AbortController();
  return {
    enough: enough.signal,
    limits: {
      idleMs: silenceMs,
      accept: (status, headers) => {
        type = headers["content-type"] ?? "";
        if (status !== 200 || !streamTypes.test(type)) {
          type = undefined;
          return undefined;
        }
        const decoder = new TextDecoder();
        let lines = 0;
        text = "";
        clearTimeout(timer);
        timer = setTimeout(() => enough.abort(), Math.max(0, Math.min(leftMs, most.ms)));
        return (chunk) => {
          const more = decoder.decode(chunk, { stream: true });
          text += more;
          lines += more.split("\n").length - 1;
          if (lines >= most.lines || text.length >= most.characters) enough.abort();
          return undefined;
        };
      },
    },
    values: () => {
      clearTimeout(timer);
      if (type === undefined) return undefined;
      // What was cut off in the middle is not whole.
      const whole = enough.signal.aborted ? text.slice(0, text.lastIndexOf("\n") + 1) : `${text}\n\n`;
      const parts = /event-stream/i.test(type) ? listEvents(whole) : whole.split("\n");
      const said = parts.filter((part) => part.trim() !== "" && part.length <= longestEvent);
      // What is no object says only that the stream goes on.
      return said.flatMap((part) => valueIn(part.replace("\u001e", ""))).filter(isRecord);
    },
  };
}

function listEvents(text: string): readonly string[] {
  const all: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => all.push(data) });
  parser.feed(text);
  return all;
}

/** Some send lines that are no JSON but what they say. */
function valueIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return { message: text };
  }
}
