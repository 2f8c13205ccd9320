import type { FollowingState } from "../../protocol/deploymentPanelMessages.ts";
import { button, element, setText } from "../../shared/element.ts";
import { count, counted } from "../../shared/format.ts";

export interface StatusFacts {
  readonly shown: number;
  readonly all: number;
  /** Events before the first one that is held. */
  readonly older: number;
  readonly following: FollowingState;
}

/** How many events there are, how they come, and what to say where none is shown. */
export interface EventsStatus {
  readonly line: HTMLElement;
  readonly older: HTMLElement;
  /** In place of the list. */
  readonly empty: HTMLElement;
  tell(facts: StatusFacts): void;
}

const followingWords = {
  reading: "reading",
  live: "live",
  polling: "live, read again every few seconds",
  reconnecting: "the stream broke off, connecting again",
  over: "complete",
  none: "not connected",
  missing: "this service tells none",
} as const satisfies Record<FollowingState, string>;

export function createEventsStatus(parts: { openLog: () => void; showAll: () => void }): EventsStatus {
  const line = element("p", { class: "status soft" });
  const olderText = element("span");
  const openLog = button("Open Log", parts.openLog, { class: "quiet" });
  const older = element("p", { class: "older soft", hidden: true }, olderText, " ", openLog);
  const reason = element("p");
  const showAll = button("Show All", parts.showAll);
  const empty = element("div", { class: "empty" }, reason, showAll);
  return {
    line,
    older,
    empty,
    tell: (facts) => {
      const all = counted(facts.all, "event");
      const counts = facts.shown === facts.all ? all : `${count(facts.shown)} of ${all}`;
      setText(line, `${counts} · ${followingWords[facts.following]}`);
      older.hidden = facts.older === 0;
      setText(olderText, `${counted(facts.older, "older event")} ${facts.older === 1 ? "is" : "are"} not shown.`);
      empty.hidden = facts.shown > 0;
      setText(reason, reasonFor(facts));
      showAll.hidden = facts.all === 0;
    },
  };
}

function reasonFor({ all, following }: StatusFacts): string {
  if (all > 0) return "No event is of the level and kinds that are chosen.";
  if (following === "missing") return "This service tells no events of its deployments.";
  return following === "reading" ? "Reading the events..." : "There are no events yet.";
}
