import * as l10n from "@vscode/l10n";
import {
  type CompatibilityPanelFromWebview,
  mostStateColumns,
  type ShownColumn,
  type ShownFieldQuestion,
  type ShownQuestion,
  type ShownSelectorQuestion,
  type ShownStatesQuestion,
} from "../protocol/compatibilityPanelMessages.ts";
import { createIcon } from "../shared/createIcon.ts";
import { createButton, createElement, createTable } from "../shared/element.ts";
import type { SelectorForm } from "./createSelectorForm.ts";

/** More choices are folded. */
const mostChoices = 8;

type Post = (message: CompatibilityPanelFromWebview) => void;
type Choice = ShownFieldQuestion["choices"][number];

/** The values that can be a field, each with those of the first items. A click answers. */
export function createFieldQuestion(question: ShownFieldQuestion, post: Post, unfolded: Set<string>): HTMLElement {
  const { id, state, choices, chosen, refused } = question;
  const isProposed = state === "proposed";
  const isElsewhere = state === "answered" && chosen?.path != null && !choices.some(({ path }) => path === chosen.path);
  const isShown = ({ path }: Choice, at: number) => at < mostChoices || path === chosen?.path;
  const draw = (choice: Choice) => {
    const isChosen = chosen?.path === choice.path;
    const text = [...createColumnText(choice), ...(isChosen && isProposed ? [" ", createProposedBadge()] : [])];
    return createChoice(question, choice.path, isChosen, text, post);
  };
  const more = choices.filter((choice, at) => !isShown(choice, at)).map(draw);
  const fold = { id, summary: l10n.t`More values: ${more.length}`, isOpen: false };
  return createQuestion(
    question,
    refused && createRefusedList(refused),
    ...choices.filter(isShown).map(draw),
    more.length > 0 ? createQuestionFold(fold, unfolded, ...more) : undefined,
    refused
      ? undefined
      : createChoice(question, null, chosen !== null && chosen.path === null, [l10n.t("None of these")], post),
    isElsewhere
      ? createElement("p", { class: "soft" }, l10n.t("The profile takes it from elsewhere: Edit as JSON shows how."))
      : undefined,
    isProposed ? createRightButton(question, () => post({ type: "right", question: id })) : undefined,
  );
}

function createChoice(
  { id, state }: ShownFieldQuestion,
  choice: string | null,
  isChosen: boolean,
  text: readonly (HTMLElement | string)[],
  post: Post,
): HTMLElement {
  const key = `${id} ${choice ?? ""}`;
  const radio = createElement("input", { type: "radio", name: id, checked: isChosen, "data-key": key });
  // Not `change`: a click on what is proposed accepts it.
  radio.addEventListener("click", () => {
    if (!isChosen || state !== "answered") post({ type: "answer", question: id, choice });
  });
  return createElement("label", { class: "choice" }, radio, createElement("span", {}, ...text));
}

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

/** A path, and the values of the first items there. */
export function createColumnText({ path, values }: ShownColumn): readonly (HTMLElement | string)[] {
  const shown = values.length === 0 ? l10n.t("no values") : values.join(", ");
  return [createElement("span", { class: "mono" }, path), " — ", createElement("span", { class: "soft" }, shown)];
}

const createProposedBadge = () => createElement("span", { class: "badge" }, l10n.t("Proposed"));

/** A question with its answers, as a group. */
function createQuestion({ text, state }: ShownQuestion, ...answers: readonly (HTMLElement | undefined)[]): HTMLElement {
  const saved =
    state === "answered"
      ? createElement("span", { class: "saved soft" }, createIcon("check"), " ", l10n.t("Saved"))
      : undefined;
  const legend = createElement("legend", {}, text, ...(saved ? [" ", saved] : []));
  return createElement("fieldset", { class: "question" }, legend, ...answers);
}

/** A fold that stays as the user left it when its question is drawn again: `unfolded` has the questions whose fold is open. */
function createQuestionFold(
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

function createRefusedList(refused: readonly string[]): HTMLElement | undefined {
  const entries = refused.map((text) => createElement("li", {}, text));
  return entries.length === 0 ? undefined : createElement("ul", { class: "refused soft" }, ...entries);
}

/** Accepts what is proposed for a question. */
function createRightButton({ id, text }: ShownQuestion, onClick: () => void): HTMLElement {
  const attributes = { "aria-label": l10n.t`Right: ${text}`, "data-key": `right ${id}` };
  return createElement("div", {}, createButton(l10n.t("Right"), onClick, attributes));
}
