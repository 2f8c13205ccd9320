import * as l10n from "@vscode/l10n";
import {
  type CompatibilityPanelFromWebview,
  mostStateColumns,
  type ShownStatesQuestion,
} from "../protocol/compatibilityPanelMessages.ts";
import { createElement, createTable } from "../shared/element.ts";
import {
  createColumnText,
  createProposedBadge,
  createQuestion,
  createQuestionFold,
  createRightButton,
} from "./createQuestionParts.ts";

type Post = (message: CompatibilityPanelFromWebview) => void;
type Combination = ShownStatesQuestion["combinations"][number];

/** The values that say a state, and what each combination of them means. */
export function createStatesQuestion(question: ShownStatesQuestion, post: Post, unfolded: Set<string>): HTMLElement {
  const { id, combinations } = question;
  const isProposed = combinations.some(({ is, proposed }) => is === null && proposed !== null);
  return createQuestion(
    question,
    createColumnBoxes(question, post, unfolded),
    combinations.length > 0 ? createMeanings(question, post) : undefined,
    isProposed ? createRightButton(question, () => post({ type: "right", question: id })) : undefined,
  );
}

function createColumnBoxes({ id, columns }: ShownStatesQuestion, post: Post, unfolded: Set<string>): HTMLElement {
  const chosen = columns.filter(({ isChosen }) => isChosen).map(({ path }) => path);
  const boxes = columns.map((column) => {
    const { path, isChosen } = column;
    const box = createElement("input", {
      type: "checkbox",
      checked: isChosen,
      disabled: !isChosen && chosen.length >= mostStateColumns,
      "data-key": `${id} column ${path}`,
    });
    box.addEventListener("change", () => {
      const paths = box.checked ? [...chosen, path] : chosen.filter((one) => one !== path);
      post({ type: "columns", question: id, paths });
    });
    return createElement("label", { class: "choice" }, box, createElement("span", {}, ...createColumnText(column)));
  });
  const legend = createElement("legend", { class: "soft" }, l10n.t("Which values say it, at most three together?"));
  const text = chosen.length === 0 ? l10n.t("Said by no value") : l10n.t`Said by ${chosen.join(", ")}`;
  const fold = { id, summary: text, isOpen: chosen.length === 0 };
  return createQuestionFold(fold, unfolded, createElement("fieldset", {}, legend, ...boxes));
}

function createMeanings(question: ShownStatesQuestion, post: Post): HTMLElement {
  const columns = [
    { title: l10n.t("Values") },
    { title: l10n.t("Items"), class: "number" },
    { title: l10n.t("Meaning") },
  ];
  const rows = question.combinations.map((combination, at) => createMeaning(question, combination, at, post));
  return createTable(columns, rows, { class: "meanings", "aria-label": question.text });
}

function createMeaning(
  { id, states }: ShownStatesQuestion,
  { text, count, is, proposed }: Combination,
  at: number,
  post: Post,
): readonly (HTMLElement | string)[] {
  const chosen = is ?? proposed ?? "";
  const options = states.map(({ state, label, meaning }) =>
    createElement("option", { value: state, selected: state === chosen }, `${label}: ${meaning}`),
  );
  const select = createElement(
    "select",
    { "aria-label": l10n.t`What ${text} means`, "data-key": `${id} meaning ${text}` },
    createElement("option", { value: "", selected: chosen === "" }, l10n.t("Not known")),
    ...options,
  );
  select.addEventListener("change", () => {
    post({ type: "state", question: id, combination: at, is: select.value === "" ? null : select.value });
  });
  const badge = is === null && proposed !== null ? createProposedBadge() : undefined;
  return [
    createElement("span", { class: "mono" }, text),
    String(count),
    createElement("div", { class: "meaning" }, select, badge),
  ];
}
