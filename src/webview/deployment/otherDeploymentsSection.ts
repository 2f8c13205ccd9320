import type { Act, OtherDeployment } from "../protocol/deploymentPanelMessages.ts";
import { stateMark } from "../shared/createStateMark.ts";
import { button, element, refill } from "../shared/element.ts";
import { ago } from "../shared/format.ts";
import { deploymentWords } from "./stateLabels.ts";

export interface OthersSection {
  readonly element: HTMLElement;
  show(others: readonly OtherDeployment[]): void;
}

/** The server's other deployments, to go back to or to compare with. */
export function createOthersSection(act: (act: Act, id: string) => void): OthersSection {
  const body = element("div", { class: "stack" }, element("p", { class: "soft" }, "Reading..."));
  return {
    element: body,
    show: (others) => {
      const now = Date.now();
      const from = others.map((other) => [other, ago(other.createdAt, now)]);
      refill(body, from, () =>
        others.length === 0
          ? [element("p", {}, "This is the only deployment of its server.")]
          : [element("ul", { class: "items" }, ...others.map((other) => item(other, act)))],
      );
    },
  };
}

function item(other: OtherDeployment, act: (act: Act, id: string) => void): HTMLElement {
  const { id, version, status, isLive, isSame, createdAt, triggeredBy, message } = other;
  const words = deploymentWords(status);
  const age = ago(createdAt, Date.now());
  const who = [age, triggeredBy && `by ${triggeredBy}`].filter(Boolean).join(" ");
  const when = [who, message].filter(Boolean).join(": ");
  const named = (label: string) => ({ "aria-label": [`${label}: ${version}`, age].filter(Boolean).join(", ") });
  const action = (label: string, what: Act) =>
    button(label, () => act(what, id), { class: "quiet", "data-key": `${what} ${id}`, ...named(label) });
  return element(
    "li",
    {},
    element(
      "p",
      { class: "row" },
      element("strong", {}, version),
      stateMark(words, isLive ? `${words.word}, live` : words.word),
      isSame ? element("span", { class: "soft" }, "same files") : undefined,
    ),
    element("p", { class: "soft" }, when),
    element(
      "div",
      { class: "row actions" },
      action("Open", "open"),
      isSame ? undefined : action("Compare", "compare"),
      isLive ? undefined : action("Deploy This Version", "deploy"),
    ),
  );
}
