import type { OperationName } from "../contract/operations.ts";
import type { Clock } from "./clock.ts";
import type { HttpResponse } from "./network/httpDispatchHandler.ts";
import { startDeadline } from "./startDeadline.ts";

/** Operations that the service asked to be left alone with, whoever calls them next: `Retry-After` outlasts the call it answered. */
export interface RetryAfterGate {
  /** The refusal that still holds, asking for what is left of its time. */
  refusal(operation: OperationName): HttpResponse | undefined;
  heed(operation: OperationName, answer: HttpResponse, askedMs: number): void;
}

/** A service that asks for years, or is wrong about the time, is asked again once an hour. */
const longestMs = 3_600_000;
/** Of a page that came with it, nothing more is told. */
const longestText = 10_000;

export function createRetryAfterGate(clock: Clock): RetryAfterGate {
  const wishes = new Map<OperationName, { readonly answer: HttpResponse; readonly leftMs: () => number }>();
  return {
    refusal: (operation) => {
      const wish = wishes.get(operation);
      const leftMs = wish?.leftMs() ?? 0;
      if (wish && leftMs > 0) return { ...wish.answer, headers: { "retry-after": String(leftMs / 1000) } };
      wishes.delete(operation);
      return undefined;
    },
    heed: (operation, { status, text }, askedMs) => {
      const answer = { status, headers: {}, text: text.length > longestText ? "" : text };
      wishes.set(operation, { answer, leftMs: startDeadline(clock, Math.min(askedMs, longestMs)) });
    },
  };
}
