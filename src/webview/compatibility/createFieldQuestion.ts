import * as l10n from "@vscode/l10n";
import type { CompatibilityPanelFromWebview, ShownFieldQuestion } from "../protocol/compatibilityPanelMessages.ts";
import { createElement } from "../shared/element.ts";
import {
  createColumnText,
  createProposedBadge,
  createQuestion,
  createQuestionFold,
  createRefusedList,
  createRightButton,
} from "./createQuestionParts.ts";

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
