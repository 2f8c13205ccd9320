import * as l10n from "@vscode/l10n";
import type { ShownColumn, ShownQuestion, ShownSelectorQuestion } from "../protocol/compatibilityPanelMessages.ts";
import { createIcon } from "../shared/createIcon.ts";
import { createButton, createElement } from "../shared/element.ts";
import type { SelectorForm } from "./createSelectorForm.ts";

/** A path, and the values of the first items there. */
export function createColumnText({ path, values }: ShownColumn): readonly (HTMLElement | string)[] {
  const shown = values.length === 0 ? l10n.t("no values") : values.join(", ");
  return [createElement("span", { class: "mono" }, path), " — ", createElement("span", { class: "soft" }, shown)];
}

export const createProposedBadge = () => createElement("span", { class: "badge" }, l10n.t("Proposed"));

/** A question with its answers, as a group. */
export function createQuestion(
  { text, state }: ShownQuestion,
  ...answers: readonly (HTMLElement | undefined)[]
): HTMLElement {
  const saved =
    state === "answered"
      ? createElement("span", { class: "saved soft" }, createIcon("check"), " ", l10n.t("Saved"))
      : undefined;
  const legend = createElement("legend", {}, text, ...(saved ? [" ", saved] : []));
  return createElement("fieldset", { class: "question" }, legend, ...answers);
}

/** A fold that stays as the user left it when its question is drawn again: `unfolded` has the questions whose fold is open. */
export function createQuestionFold(
  { id, summary, isOpen }: { readonly id: string; readonly summary: string; readonly isOpen: boolean },
  unfolded: Set<string>,
  ...content: readonly HTMLElement[]
): HTMLElement {
  const fold = createElement(
    "details",
    { open: isOpen || unfolded.has(id) },
    createElement("summary", { "data-key": `${id} fold` }, summary),
    ...content,
  );
  fold.addEventListener("toggle", () => {
    if (fold.open) unfolded.add(id);
    else unfolded.delete(id);
  });
  return fold;
}

/** How requests name an item, and what the service refused so far. */
export function createSelectorQuestion(question: ShownSelectorQuestion, form: SelectorForm): HTMLElement {
  return createQuestion(question, createRefusedList(question.refused), form.element);
}

export function createRefusedList(refused: readonly string[]): HTMLElement | undefined {
  const entries = refused.map((text) => createElement("li", {}, text));
  return entries.length === 0 ? undefined : createElement("ul", { class: "refused soft" }, ...entries);
}

/** Accepts what is proposed for a question. */
export function createRightButton({ id, text }: ShownQuestion, onClick: () => void): HTMLElement {
  const attributes = { "aria-label": l10n.t`Right: ${text}`, "data-key": `right ${id}` };
  return createElement("div", {}, createButton(l10n.t("Right"), onClick, attributes));
}
