import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../context.ts";

const firstPauseMs = 250;
const maxPauseMs = 15_000;

/**
 * Saves the result of background work and retries failures, such as a full disk. Background work has no caller to report
 * the failure to. The retries end when `closing` is aborted; the next start of the service finds the interrupted work.
 */
export async function retryDatabaseWrite(
  context: Pick<ServiceContext, "log">,
  subject: string,
  save: () => void,
  closing: AbortSignal,
): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return save();
    } catch (error) {
      if (pauseMs === firstPauseMs) context.log("error", `${subject} is not saved yet: ${String(error)}`);
    }
    const isClosing = await delay(pauseMs, false, { signal: closing, ref: false }).catch(() => true);
    if (isClosing) return;
  }
}
