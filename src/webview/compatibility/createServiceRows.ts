import * as l10n from "@vscode/l10n";
import type { ShownRowGroup } from "../protocol/serviceProfileMessages.ts";
import { createStateMark } from "../shared/createStateMark.ts";
import { createElement, replaceChangedContent } from "../shared/element.ts";
import type { StateLabel } from "../shared/stateLabel.ts";

type Mark = Omit<StateLabel, "word">;

/** The states of servers and deployments. */
const marks: Readonly<Record<string, Mark>> = {
  ready: { icon: "pass", tone: "good" },
  running: { icon: "pass", tone: "good" },
  failed: { icon: "error", tone: "bad" },
  generating: { icon: "busy", tone: "busy" },
  building: { icon: "busy", tone: "busy" },
  starting: { icon: "busy", tone: "busy" },
  queued: { icon: "clock", tone: "calm" },
  draft: { icon: "clock", tone: "calm" },
  stopped: { icon: "stop", tone: "calm" },
  superseded: { icon: "history", tone: "calm" },
  degraded: { icon: "warning", tone: "warn" },
};
const unknown: Mark = { icon: "question", tone: "calm" };

/** The first rows of each view, as they are shown with the profile as it is now. */
export function createServiceRows() {
  const groups = createElement("div", { class: "groups" });
  const heading = createElement("h2", { id: "rows" }, l10n.t("How It Is Shown"));
  return {
    element: createElement("section", { class: "rows", "aria-labelledby": "rows" }, heading, groups),
    show: (shown: readonly ShownRowGroup[]) => replaceChangedContent(groups, shown, () => shown.map(createGroup)),
  };
}

function createGroup({ title, ownerTitle, hasStates, count, rows }: ShownRowGroup): HTMLElement {
  const head = [l10n.t("Name"), ...(hasStates ? [l10n.t("State")] : []), ...(ownerTitle === null ? [] : [ownerTitle])];
  const body = rows.map((row) => createRow(row, hasStates, ownerTitle !== null));
  return createElement(
    "table",
    {},
    createElement("caption", {}, createElement("h3", {}, `${title} (${count})`)),
    createElement(
      "thead",
      {},
      createElement("tr", {}, ...head.map((name) => createElement("th", { scope: "col" }, name))),
    ),
    createElement("tbody", {}, ...body),
  );
}

function createRow(
  { name, id, status, owner }: ShownRowGroup["rows"][number],
  hasStates: boolean,
  hasOwner: boolean,
): HTMLElement {
  const idText = createElement("span", { class: "mono soft" }, id ?? l10n.t("not known"));
  const state = status ? createStateMark({ word: status.text, ...markOf(status.state) }) : undefined;
  return createElement(
    "tr",
    {},
    createElement("th", { scope: "row" }, name ?? idText),
    ...(hasStates ? [createElement("td", {}, state)] : []),
    ...(hasOwner ? [createElement("td", {}, owner ?? undefined)] : []),
  );
}

function markOf(state: string | null): Mark {
  return (state !== null && Object.hasOwn(marks, state) ? marks[state] : undefined) ?? unknown;
}
