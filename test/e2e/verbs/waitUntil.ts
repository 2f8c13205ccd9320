import { setTimeout as pause } from "node:timers/promises";

/** What was waited for did not come; the message holds what was there instead. */
export class NeverCameError extends Error {
  override readonly name = "NeverCameError";
}

/** Looks until what it sees is accepted, and answers it. */
export async function waitUntil<T>(
  what: string,
  look: () => Promise<T>,
  accepted: (seen: T) => boolean,
  patienceMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (accepted(seen)) return seen;
    if (Date.now() > deadline) throw new NeverCameError(`${what} never came. Last seen:\n${String(seen)}`);
    await pause(100);
  }
}
