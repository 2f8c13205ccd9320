import * as l10n from "@vscode/l10n";
import { formatFullTime, formatRelativeTime } from "../../text/formatTime.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentPanelAction, OtherDeployment } from "../protocol/deploymentPanelMessages.ts";
import { createStateMark } from "../shared/createIcon.ts";
import { createReadingNote } from "../shared/createReadingNote.ts";
import { createButton, createElement, replaceChangedContent } from "../shared/element.ts";
import { labelDeploymentState } from "./stateLabels.ts";

/** The other deployments of the server, which the user can open, compare or deploy. */
export function createOtherDeploymentsSection(runAction: (action: DeploymentPanelAction, id: string) => void) {
  const note = createReadingNote();
  const body = createElement("div", { class: "stack" });
  return {
    element: createElement("div", { class: "stack" }, note.element, body),
    showFailure: note.show,
    show: (others: readonly OtherDeployment[]) => {
      note.hide();
      const now = Date.now();
      const from = others.map((other) => [other, formatRelativeTime(other.createdAt, now)]);
      replaceChangedContent(body, from, () =>
        others.length === 0
          ? [createElement("p", {}, l10n.t("This is the only deployment of its server."))]
          : [createElement("ul", { class: "items" }, ...others.map((other) => item(other, runAction)))],
      );
    },
  };
}

function item(other: OtherDeployment, runAction: (action: DeploymentPanelAction, id: string) => void): HTMLElement {
  const { id, version, status, isLive, isSame, createdAt, triggeredBy, message } = other;
  const stateLabel = labelDeploymentState(status);
  const age = formatRelativeTime(createdAt, Date.now());
  const who = joinWords(age, triggeredBy && l10n.t`by ${triggeredBy}`);
  const when = [who, message].filter(Boolean).join(": ");
  const ariaLabel = (label: string) => ({
    "aria-label": [[label, version].filter(Boolean).join(": "), age].filter(Boolean).join(", "),
  });
  const action = (label: string, panelAction: DeploymentPanelAction) =>
    createButton(label, () => runAction(panelAction, id), {
      class: "quiet",
      "data-key": `${panelAction} ${id}`,
      ...ariaLabel(label),
    });
  return createElement(
    "li",
    {},
    createElement(
      "p",
      { class: "row" },
      createElement("strong", {}, version),
      createStateMark(stateLabel, isLive && stateLabel ? l10n.t`${stateLabel.word}, live` : stateLabel?.word),
      isSame ? createElement("span", { class: "soft" }, l10n.t("same files")) : undefined,
    ),
    createElement("p", { class: "soft", title: createdAt && formatFullTime(createdAt) }, when),
    createElement(
      "div",
      { class: "row actions" },
      action(l10n.t("Open"), "open"),
      isSame ? undefined : action(l10n.t("Compare"), "compare"),
      isLive ? undefined : action(l10n.t("Deploy This Version"), "deploy"),
    ),
  );
}
