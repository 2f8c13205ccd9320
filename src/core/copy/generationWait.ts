import { setTimeout as pause } from "node:timers/promises";
import type { Polling } from "../foundation/polling.ts";

const longestMs = 2000;

/** The user waits for each version, so no turn in the budget of background requests is taken. A version of files takes milliseconds. */
export const generationWait: Pick<Polling, "wait"> = {
  wait: async (ms, _requests, signal) => void (await pause(Math.min(ms / 4, longestMs), undefined, { signal })),
};
