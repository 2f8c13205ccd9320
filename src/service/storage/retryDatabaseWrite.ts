import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../context.ts";

const firstPauseMs = 250;
const longestPauseMs = 15_000;

/**
 * Keeps in the database how something in the background ended, again and again while a full disk does not take it: nobody
 * waits who could be told. Given up when the service ends, as its next start finds what was interrupted.
 */
export async function keepTrying(
  context: Pick<ServiceContext, "log">,
  what: string,
  keep: () => void,
  closing: AbortSignal,
): Promise<void> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return keep();
    } catch (error) {
      if (pause === firstPauseMs) context.log("error", `${what} is not kept yet: ${String(error)}`);
    }
    const over = await delay(pause, false, { signal: closing, ref: false }).catch(() => true);
    if (over) return;
  }
}
