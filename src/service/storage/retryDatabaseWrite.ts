import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../context.ts";

const firstPauseMs = 250;
const longestPauseMs = 15_000;

/**
 * Saves the result of background work, and retries while that fails, as it does on a full disk. Background work has no caller to report
 * the failure to. The retries end when `closing` is aborted: the next start of the service finds the work that was interrupted.
 */
export async function retryDatabaseWrite(
  context: Pick<ServiceContext, "log">,
  what: string,
  save: () => void,
  closing: AbortSignal,
): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return save();
    } catch (error) {
      if (pauseMs === firstPauseMs) context.log("error", `${what} is not saved yet: ${String(error)}`);
    }
    const isClosing = await delay(pauseMs, false, { signal: closing, ref: false }).catch(() => true);
    if (isClosing) return;
  }
}
