import { type EventRow, type Kind, kinds, type Level, levels } from "../../protocol/deploymentPanelMessages.ts";

/** Which events are wanted. */
export interface EventFilter {
  /** The least serious level. */
  readonly level: Level;
  readonly kinds: readonly Kind[];
}

export const everything: EventFilter = { level: "debug", kinds };

/** Whether an event is wanted, for very many of them. */
export function matcher({ level, kinds: wanted }: EventFilter): (row: EventRow) => boolean {
  const enough = new Set<Level>(levels.slice(levels.indexOf(level)));
  const isWanted = new Set<Kind>(wanted);
  return (row) => enough.has(row[2]) && isWanted.has(row[3]);
}
