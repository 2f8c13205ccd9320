import * as l10n from "@vscode/l10n";
import { formatCount, formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { EventStreamState } from "../../protocol/deploymentPanelMessages.ts";
import { createButton, createElement, setText } from "../../shared/element.ts";

interface EventsStatusFacts {
  readonly shown: number;
  readonly all: number;
  /** The count of events before the first stored one. */
  readonly older: number;
  readonly streamState: EventStreamState;
}

export type EventsStatus = ReturnType<typeof createEventsStatus>;

const streamStateTexts = {
  reading: l10n.t("reading"),
  live: l10n.t({ message: "live", comment: ["The state of a stream of events"] }),
  polling: l10n.t("live, refreshed every few seconds"),
  reconnecting: l10n.t("connection lost, reconnecting"),
  ended: l10n.t("complete"),
  disconnected: l10n.t("not connected"),
  unsupported: l10n.t("this service does not provide events"),
} as const satisfies Record<EventStreamState, string>;

/** The count of events, the state of their stream, and what replaces an empty list. */
export function createEventsStatus(parts: { openLog: () => void; showAll: () => void }) {
  const line = createElement("p", { class: "status soft" });
  const olderText = createElement("span");
  const openLog = createButton(l10n.t("Open Log"), parts.openLog, { class: "quiet" });
  const older = createElement("p", { class: "older soft", hidden: true }, olderText, " ", openLog);
  const reason = createElement("p");
  const showAll = createButton(l10n.t("Show All"), parts.showAll);
  const empty = createElement("div", { class: "empty" }, reason, showAll);
  return {
    line,
    older,
    empty,
    show: (facts: EventsStatusFacts) => {
      setText(line, `${formatCounts(facts)} · ${streamStateTexts[facts.streamState]}`);
      older.hidden = facts.older === 0;
      setText(
        olderText,
        facts.older === 1
          ? l10n.t("1 older event is not shown.")
          : l10n.t`${formatCount(facts.older)} older events are not shown.`,
      );
      empty.hidden = facts.shown > 0;
      setText(reason, reasonFor(facts));
      showAll.hidden = facts.all === 0;
    },
  };
}

function formatCounts({ shown, all }: EventsStatusFacts): string {
  if (shown === all) return formatQuantity(all, l10n.t("event"), l10n.t("events"));
  return all === 1
    ? l10n.t`${formatCount(shown)} of 1 event`
    : l10n.t`${formatCount(shown)} of ${formatCount(all)} events`;
}

function reasonFor({ all, streamState }: EventsStatusFacts): string {
  if (all > 0) return l10n.t("No event has the selected level and kinds.");
  if (streamState === "unsupported") return l10n.t("This service does not provide the events of its deployments.");
  return streamState === "reading" ? l10n.t("Reading the events...") : l10n.t("There are no events yet.");
}
