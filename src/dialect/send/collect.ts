import type { HttpStreamLimits } from "../../client/network/httpDispatchHandler.ts";
import { isStream, takeApart } from "./streamText.ts";

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
