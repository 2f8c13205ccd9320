import {
  type EventKind,
  type EventLevel,
  type EventRow,
  eventKinds,
  eventLevels,
} from "../../protocol/deploymentPanelMessages.ts";

/** Which events are wanted. */
export interface EventFilter {
  /** The least serious level. */
  readonly level: EventLevel;
  readonly kinds: readonly EventKind[];
}

export const unrestrictedEventFilter: EventFilter = { level: "debug", kinds: eventKinds };

/** Whether an event is wanted, for very many of them. */
export function createEventMatcher({ level, kinds: wanted }: EventFilter): (row: EventRow) => boolean {
  const enough = new Set<EventLevel>(eventLevels.slice(eventLevels.indexOf(level)));
  const isWanted = new Set<EventKind>(wanted);
  return (row) => enough.has(row[2]) && isWanted.has(row[3]);
}
