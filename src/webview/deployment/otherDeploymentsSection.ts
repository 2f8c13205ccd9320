import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentPanelAction, OtherDeployment } from "../protocol/deploymentPanelMessages.ts";
import { createStateMark } from "../shared/createStateMark.ts";
import { createButton, createElement, replaceChangedContent } from "../shared/element.ts";
import { formatTimeAgo } from "../shared/format.ts";
import { labelDeploymentState } from "./stateLabels.ts";

export interface OtherDeploymentsSection {
  readonly element: HTMLElement;
  show(others: readonly OtherDeployment[]): void;
  showFailure(words: string): void;
}

/** The server's other deployments, to go back to or to compare with. */
export function createOtherDeploymentsSection(
  act: (act: DeploymentPanelAction, id: string) => void,
): OtherDeploymentsSection {
  const body = createElement("div", { class: "stack" }, createElement("p", { class: "soft" }, "Reading..."));
  return {
    element: body,
    showFailure: (words) => replaceChangedContent(body, words, () => [createElement("p", { class: "soft" }, words)]),
    show: (others) => {
      const now = Date.now();
      const from = others.map((other) => [other, formatTimeAgo(other.createdAt, now)]);
      replaceChangedContent(body, from, () =>
        others.length === 0
          ? [createElement("p", {}, "This is the only deployment of its server.")]
          : [createElement("ul", { class: "items" }, ...others.map((other) => item(other, act)))],
      );
    },
  };
}

function item(other: OtherDeployment, act: (act: DeploymentPanelAction, id: string) => void): HTMLElement {
  const { id, version, status, isLive, isSame, createdAt, triggeredBy, message } = other;
  const label = labelDeploymentState(status);
  const age = formatTimeAgo(createdAt, Date.now());
  const who = joinWords(age, triggeredBy && `by ${triggeredBy}`);
  const when = [who, message].filter(Boolean).join(": ");
  const named = (what: string) => ({
    "aria-label": [[what, version].filter(Boolean).join(": "), age].filter(Boolean).join(", "),
  });
  const action = (words: string, what: DeploymentPanelAction) =>
    createButton(words, () => act(what, id), { class: "quiet", "data-key": `${what} ${id}`, ...named(words) });
  return createElement(
    "li",
    {},
    createElement(
      "p",
      { class: "row" },
      createElement("strong", {}, version),
      createStateMark(label, isLive && label ? `${label.word}, live` : label?.word),
      isSame ? createElement("span", { class: "soft" }, "same files") : undefined,
    ),
    createElement("p", { class: "soft" }, when),
    createElement(
      "div",
      { class: "row actions" },
      action("Open", "open"),
      isSame ? undefined : action("Compare", "compare"),
      isLive ? undefined : action("Deploy This Version", "deploy"),
    ),
  );
}
