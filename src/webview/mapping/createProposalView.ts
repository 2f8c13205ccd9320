import type { MappingProposal } from "../protocol/mappingPanelMessages.ts";
import { createButton, createElement, replaceContent } from "../shared/element.ts";
import { formatQuantity } from "../shared/format.ts";

export interface ProposalParts {
  /** Takes lines, by their positions. */
  readonly onTake: (lines: readonly number[]) => void;
  readonly onDismiss: (lines: readonly number[]) => void;
  readonly onCancel: () => void;
}

/** What a language model proposes: taken line by line, or as a whole. */
export function createProposalView({ onTake, onDismiss, onCancel }: ProposalParts) {
  const element = createElement("section", { class: "notice proposal", "aria-label": "Proposal", hidden: true });
  let shown = "";
  return {
    element,
    show: (proposal: MappingProposal | null, working: string | null) => {
      const key = JSON.stringify([proposal, working]);
      if (key === shown) return;
      shown = key;
      element.hidden = !proposal && working === null;
      if (working !== null) {
        const cancel = createButton("Cancel", onCancel, { "data-key": "cancel" });
        replaceContent(element, createElement("span", { class: "fill" }, `Asking ${working}...`), cancel);
      } else replaceContent(element, ...(proposal ? createLines(proposal, { onTake, onDismiss }) : []));
    },
  };
}

function createLines(
  { model, lines, dropped }: MappingProposal,
  { onTake, onDismiss }: Omit<ProposalParts, "onCancel">,
): HTMLElement[] {
  const all = lines.map((_, at) => at);
  const rows = lines.map(({ text }, at) =>
    createElement(
      "li",
      { class: "row" },
      createElement("span", { class: "fill" }, text),
      createButton("Take", () => onTake([at]), { "aria-label": `Take: ${text}`, "data-key": `take ${at}` }),
      createButton("Dismiss", () => onDismiss([at]), { "aria-label": `Dismiss: ${text}`, "data-key": `dismiss ${at}` }),
    ),
  );
  const title = lines.length > 0 ? `${model} proposes:` : `${model} proposes nothing that fits the answer.`;
  const buttons =
    lines.length > 0
      ? [
          createButton("Take All", () => onTake(all), { class: "primary", "data-key": "takeAll" }),
          createButton("Dismiss All", () => onDismiss(all), { "data-key": "dismissAll" }),
        ]
      : [createButton("Close", () => onDismiss(all), { "data-key": "dismissAll" })];
  return [
    createElement(
      "div",
      { class: "row between" },
      createElement("h2", {}, title),
      createElement("div", { class: "row" }, ...buttons),
    ),
    ...(lines.length > 0 ? [createElement("ul", { class: "lines" }, ...rows)] : []),
    ...(dropped.length > 0 ? [createDropped(dropped)] : []),
  ];
}

function createDropped(dropped: readonly string[]): HTMLElement {
  const title = `${formatQuantity(dropped.length, "proposal")} left out, because the answer does not bear ${dropped.length === 1 ? "it" : "them"} out`;
  const items = dropped.map((reason) => createElement("li", {}, reason));
  return createElement(
    "details",
    {},
    createElement("summary", {}, title),
    createElement("ul", { class: "dropped" }, ...items),
  );
}
