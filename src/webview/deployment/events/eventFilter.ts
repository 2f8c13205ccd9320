import { eventKinds, eventLevels } from "../../../contract/routes/eventKinds.ts";
import type { EventKind, EventLevel, EventRow } from "../../protocol/deploymentPanelMessages.ts";

export interface EventFilter {
  /** The lowest level that is shown. */
  readonly level: EventLevel;
  readonly kinds: readonly EventKind[];
}

export const unrestrictedEventFilter: EventFilter = { level: "debug", kinds: eventKinds };

/** Builds the sets once, because the predicate runs for very many events. */
export function createEventMatcher({ level: lowestLevel, kinds }: EventFilter): (row: EventRow) => boolean {
  const levels = new Set<EventLevel>(eventLevels.slice(eventLevels.indexOf(lowestLevel)));
  const wantedKinds = new Set<EventKind>(kinds);
  // The filter keeps an event whose level or kind the service does not send.
  return ([, , level, kind]) => (level === null || levels.has(level)) && (kind === null || wantedKinds.has(kind));
}
