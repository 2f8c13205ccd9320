import * as l10n from "@vscode/l10n";
import { labelDeploymentState } from "../deployment/stateLabels.ts";
import type { ShownRowGroup } from "../protocol/compatibilityPanelMessages.ts";
import { createStateMark } from "../shared/createIcon.ts";
import { createElement, replaceChangedContent } from "../shared/element.ts";
import type { StateLabel } from "../shared/stateLabel.ts";

/** The states of servers that deployments do not have. */
const serverMarks: Readonly<Record<string, Omit<StateLabel, "word">>> = {
  ready: { icon: "pass", tone: "good" },
  generating: { icon: "busy", tone: "busy" },
  draft: { icon: "clock", tone: "calm" },
};

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
  const state = status ? createStateMark({ ...markOf(status.state ?? ""), word: status.text }) : undefined;
  return createElement(
    "tr",
    {},
    createElement("th", { scope: "row" }, name ?? idText),
    ...(hasStates ? [createElement("td", {}, state)] : []),
    ...(hasOwner ? [createElement("td", {}, owner ?? undefined)] : []),
  );
}

function markOf(state: string): Omit<StateLabel, "word"> {
  return (Object.hasOwn(serverMarks, state) ? serverMarks[state] : undefined) ?? labelDeploymentState(state);
}
