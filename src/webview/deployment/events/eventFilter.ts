import {
  type EventKind,
  type EventLevel,
  type EventRow,
  eventKinds,
  eventLevels,
} from "../../protocol/deploymentPanelMessages.ts";

export interface EventFilter {
  /** The lowest level that is shown. */
  readonly level: EventLevel;
  readonly kinds: readonly EventKind[];
}

export const unrestrictedEventFilter: EventFilter = { level: "debug", kinds: eventKinds };

/** Builds the sets once, because the predicate runs for very many events. */
export function createEventMatcher({ level, kinds }: EventFilter): (row: EventRow) => boolean {
  const levels = new Set<EventLevel>(eventLevels.slice(eventLevels.indexOf(level)));
  const wantedKinds = new Set<EventKind>(kinds);
  return (row) => levels.has(row[2]) && wantedKinds.has(row[3]);
}
