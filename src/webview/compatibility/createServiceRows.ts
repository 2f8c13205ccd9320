import * as l10n from "@vscode/l10n";
import { labelDeploymentState } from "../deployment/stateLabels.ts";
import type { ShownRowGroup } from "../protocol/compatibilityPanelMessages.ts";
import { createStateMark } from "../shared/createIcon.ts";
import { createElement, createTable, replaceChangedContent } from "../shared/element.ts";
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
  const columns = [
    l10n.t("Name"),
    ...(hasStates ? [l10n.t("State")] : []),
    ...(ownerTitle === null ? [] : [ownerTitle]),
  ];
  const cells = rows.map(({ name, id, status, owner }) => [
    name ?? createElement("span", { class: "mono soft" }, id ?? l10n.t("not known")),
    ...(hasStates ? [status ? createStateMark({ ...markOf(status.state ?? ""), word: status.text }) : undefined] : []),
    ...(ownerTitle === null ? [] : [owner ?? undefined]),
  ]);
  const caption = createElement("caption", {}, createElement("h3", {}, `${title} (${count})`));
  return createTable(
    columns.map((column) => ({ title: column })),
    cells,
    {},
    caption,
  );
}

function markOf(state: string): Omit<StateLabel, "word"> {
  return (Object.hasOwn(serverMarks, state) ? serverMarks[state] : undefined) ?? labelDeploymentState(state);
}
