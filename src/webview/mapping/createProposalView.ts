import * as l10n from "@vscode/l10n";
import { formatCount } from "../../text/language/formatQuantity.ts";
import type { MappingProposal } from "../protocol/mappingPanelMessages.ts";
import { createButton, createElement, replaceContent } from "../shared/element.ts";

export interface ProposalParts {
  /** Takes lines, by their positions. */
  readonly onTake: (lines: readonly number[]) => void;
  readonly onDismiss: (lines: readonly number[]) => void;
  readonly onCancel: () => void;
}

/** What a language model proposes: taken line by line, or as a whole. */
export function createProposalView({ onTake, onDismiss, onCancel }: ProposalParts) {
  const element = createElement("section", {
    class: "notice proposal",
    "aria-label": l10n.t("Proposal"),
    hidden: true,
  });
  let shown = "";
  return {
    element,
    show: (proposal: MappingProposal | null, working: string | null) => {
      const key = JSON.stringify([proposal, working]);
      if (key === shown) return;
      shown = key;
      element.hidden = !proposal && working === null;
      if (working !== null) {
        const cancel = createButton(l10n.t("Cancel"), onCancel, { "data-key": "cancel" });
        replaceContent(element, createElement("span", { class: "fill" }, l10n.t`Asking ${working}...`), cancel);
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
      createButton(l10n.t("Take"), () => onTake([at]), {
        "aria-label": l10n.t`Take: ${text}`,
        "data-key": `take ${at}`,
      }),
      createButton(l10n.t("Dismiss"), () => onDismiss([at]), {
        "aria-label": l10n.t`Dismiss: ${text}`,
        "data-key": `dismiss ${at}`,
      }),
    ),
  );
  const title = lines.length > 0 ? l10n.t`${model} proposes:` : l10n.t`${model} proposes nothing that fits the answer.`;
  const buttons =
    lines.length > 0
      ? [
          createButton(l10n.t("Take All"), () => onTake(all), { class: "primary", "data-key": "takeAll" }),
          createButton(l10n.t("Dismiss All"), () => onDismiss(all), { "data-key": "dismissAll" }),
        ]
      : [createButton(l10n.t("Close"), () => onDismiss(all), { "data-key": "dismissAll" })];
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
  const title =
    dropped.length === 1
      ? l10n.t("1 proposal left out, because the answer does not bear it out")
      : l10n.t`${formatCount(dropped.length)} proposals left out, because the answer does not bear them out`;
  const items = dropped.map((reason) => createElement("li", {}, reason));
  return createElement(
    "details",
    {},
    createElement("summary", {}, title),
    createElement("ul", { class: "dropped" }, ...items),
  );
}
