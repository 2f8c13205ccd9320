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
export function createEventMatcher({ level: least, kinds: wanted }: EventFilter): (row: EventRow) => boolean {
  const enough = new Set<EventLevel>(eventLevels.slice(eventLevels.indexOf(least)));
  const isWanted = new Set<EventKind>(wanted);
  // What the service does not say of an event cannot keep it out.
  return ([, , level, kind]) => (level === null || enough.has(level)) && (kind === null || isWanted.has(kind));
}
