import type { EventStreamState } from "../../protocol/deploymentPanelMessages.ts";
import { createButton, createElement, setText } from "../../shared/element.ts";
import { formatCount, formatQuantity } from "../../shared/format.ts";

export interface EventsStatusFacts {
  readonly shown: number;
  readonly all: number;
  /** The count of events before the first stored one. */
  readonly older: number;
  readonly streamState: EventStreamState;
}

/** The count of events, the state of their stream, and a text for an empty list. */
export interface EventsStatus {
  readonly line: HTMLElement;
  readonly older: HTMLElement;
  /** Replaces an empty list. */
  readonly empty: HTMLElement;
  show(facts: EventsStatusFacts): void;
}

const streamStateTexts = {
  reading: "reading",
  live: "live",
  polling: "live, refreshed every few seconds",
  reconnecting: "connection lost, reconnecting",
  ended: "complete",
  disconnected: "not connected",
  unsupported: "this service does not provide events",
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
    show: (facts) => {
      const all = formatQuantity(facts.all, "event");
      const counts = facts.shown === facts.all ? all : `${formatCount(facts.shown)} of ${all}`;
      setText(line, `${counts} · ${streamStateTexts[facts.streamState]}`);
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

function reasonFor({ all, streamState }: EventsStatusFacts): string {
  if (all > 0) return "No event has the selected level and kinds.";
  if (streamState === "unsupported") return "This service does not provide the events of its deployments.";
  return streamState === "reading" ? "Reading the events..." : "There are no events yet.";
}
