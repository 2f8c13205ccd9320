import type { ServiceContext } from "../../context.ts";
import type { Instance } from "./deploymentInstance.ts";

/** What runs for one server: at most one deployment serves, at most one is on its way. */
export interface Slot {
  working: { readonly deploymentId: string; readonly abort: AbortController; readonly done: Promise<void> } | undefined;
  live: Instance | undefined;
  /** Work that nobody waits for, processes on their way out above all. */
  readonly leaving: Set<Promise<void>>;
}

/** Remembers such work until it is done: the service does not end before. */
export function leave(context: Pick<ServiceContext, "log">, slot: Slot, work: Promise<void>): void {
  const leaving: Promise<void> = work
    .catch((error) => context.log("error", `A server's process could not be ended in order: ${String(error)}`))
    .finally(() => slot.leaving.delete(leaving));
  slot.leaving.add(leaving);
}
