import { setTimeout as pause } from "node:timers/promises";
import type { At } from "./languageModelTool.ts";

/** What came of it in the time a tool waits; undefined: it goes on, and nobody here hears of its end. Rejects when cancelled. */
export async function withinPatience<T>({ signal, world }: At, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([
      work,
      pause(world.patienceMs, undefined, { signal: AbortSignal.any([signal, over.signal]) }),
    ]);
  } finally {
    over.abort();
    // Left alone, it may still fail.
    work.catch(() => {});
  }
}
