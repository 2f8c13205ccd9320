import type { EventStreamState } from "../../protocol/deploymentPanelMessages.ts";
import { createButton, createElement, setText } from "../../shared/element.ts";
import { formatCount, formatQuantity } from "../../shared/format.ts";

export interface EventsStatusFacts {
  readonly shown: number;
  readonly all: number;
  /** Events before the first one that is held. */
  readonly older: number;
  readonly following: EventStreamState;
}

/** How many events there are, how they come, and what to say where none is shown. */
export interface EventsStatus {
  readonly line: HTMLElement;
  readonly older: HTMLElement;
  /** In place of the list. */
  readonly empty: HTMLElement;
  tell(facts: EventsStatusFacts): void;
}

const followingWords = {
  reading: "reading",
  live: "live",
  polling: "live, read again every few seconds",
  reconnecting: "the stream broke off, connecting again",
  over: "complete",
  none: "not connected",
  missing: "this service tells none",
} as const satisfies Record<EventStreamState, string>;

export function createEventsStatus(parts: { openLog: () => void; showAll: () => void }): EventsStatus {
  const line = createElement("p", { class: "status soft" });
  const olderText = createElement("span");
  const openLog = createButton("Open Log", parts.openLog, { class: "quiet" });
  const older = createElement("p", { class: "older soft", hidden: true }, olderText, " ", openLog);
  const reason = createElement("p");
  const showAll = createButton("Show All", parts.showAll);
  const empty = createElement("div", { class: "empty" }, reason, showAll);
  return {
    line,
    older,
    empty,
    tell: (facts) => {
      const all = formatQuantity(facts.all, "event");
      const counts = facts.shown === facts.all ? all : `${formatCount(facts.shown)} of ${all}`;
      setText(line, `${counts} · ${followingWords[facts.following]}`);
      older.hidden = facts.older === 0;
      setText(
        olderText,
        `${formatQuantity(facts.older, "older event")} ${facts.older === 1 ? "is" : "are"} not shown.`,
      );
      empty.hidden = facts.shown > 0;
      setText(reason, reasonFor(facts));
      showAll.hidden = facts.all === 0;
    },
  };
}

function reasonFor({ all, following }: EventsStatusFacts): string {
  if (all > 0) return "No event is of the level and kinds that are chosen.";
  if (following === "missing") return "This service tells no events of its deployments.";
  return following === "reading" ? "Reading the events..." : "There are no events yet.";
}
