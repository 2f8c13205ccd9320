import type { OperationName } from "../../contract/operations.ts";
import type { UnknownRecord } from "../../text/record.ts";

/** An item as it was last answered. */
export interface Seen {
  readonly from: OperationName;
  /** As the contract has it. */
  readonly item: UnknownRecord;
  /** As it came. */
  readonly given: UnknownRecord;
}

/** Items that were seen: for selecting by another field than the id, and for what has no list or no detail. */
export interface SeenItems {
  add(resource: string, seen: Seen): void;
  find(resource: string, id: string): Seen | undefined;
  /** What it is now has to be read again. */
  forget(resource: string, id: string): void;
  all(resource: string): readonly Seen[];
}

/** Of each resource; the oldest are forgotten. */
const most = 2000;

export function createSeenItems(): SeenItems {
  const known = new Map<string, Map<string, Seen>>();
  return {
    add: (resource, seen) => {
      const id = seen.item.id;
      if (typeof id !== "string") return;
      const items = known.get(resource) ?? new Map<string, Seen>();
      known.set(resource, items);
      items.delete(id);
      items.set(id, seen);
      for (const [oldest] of items.size > most ? items : []) {
        items.delete(oldest);
        break;
      }
    },
    find: (resource, id) => known.get(resource)?.get(id),
    forget: (resource, id) => {
      known.get(resource)?.delete(id);
    },
    all: (resource) => [...(known.get(resource)?.values() ?? [])],
  };
}
