import * as l10n from "@vscode/l10n";
import type {
  CompatibilityPageState,
  CompatibilityPanelFromWebview,
  ShownQuestion,
  ShownServiceProfile,
} from "../protocol/compatibilityPanelMessages.ts";
import { createButton, createElement, replaceChangedContent, setText } from "../shared/element.ts";
import {
  createColumnText,
  createFieldQuestion,
  createSelectorQuestion,
  createStatesQuestion,
} from "./createQuestion.ts";
import { createSelectorForm, type FieldProblem, type SelectorForm } from "./createSelectorForm.ts";

interface QuestionListParts {
  readonly page: { readonly state: CompatibilityPageState; updateState(change: Partial<CompatibilityPageState>): void };
  readonly post: (message: CompatibilityPanelFromWebview) => void;
}

/** The questions that are open, and folded below them what is proposed besides and what is answered. */
export function createQuestionList({ page, post }: QuestionListParts) {
  const unfolded = new Set<string>();
  const sections = new Map<string, HTMLElement>();
  const forms = new Map<string, SelectorForm>();
  const [openList, answeredList, otherList] = [createElement("div"), createElement("div"), createElement("ul")];
  const note = createElement("p", { class: "soft" });
  const read = createElement(
    "div",
    {},
    createButton(l10n.t("Read the Service"), () => post({ type: "check" })),
  );
  const others = createFold(otherList);
  const answered = createFold(answeredList);
  answered.element.open = page.state.showsAnswered ?? false;
  answered.element.addEventListener("toggle", () => page.updateState({ showsAnswered: answered.element.open }));
  /** The question that was just answered stays in its place, so that the focus does. */
  let last: string | undefined;
  const answer = (question: ShownQuestion) => (message: CompatibilityPanelFromWebview) => {
    if (message.type !== "right" && question.state !== "answered") last = question.id;
    post(message);
  };
  const draw = (question: ShownQuestion) => {
    if (question.type === "field") return createFieldQuestion(question, answer(question), unfolded);
    if (question.type === "states") return createStatesQuestion(question, answer(question), unfolded);
    const form = forms.get(question.id) ?? createSelectorForm(question.id);
    forms.set(question.id, form);
    form.show(question, answer(question));
    return createSelectorQuestion(question, form);
  };
  const sectionOf = (question: ShownQuestion) => {
    const section = sections.get(question.id) ?? createElement("div");
    sections.set(question.id, section);
    replaceChangedContent(section, question, () => [draw(question)]);
    return section;
  };
  const showIn = (list: HTMLElement, questions: readonly ShownQuestion[]) => {
    const drawn = questions.map(sectionOf);
    replaceChangedContent(
      list,
      questions.map(({ id }) => id),
      () => drawn,
    );
  };
  const show = (profile: ShownServiceProfile) => {
    const isOpen = ({ id, state }: ShownQuestion) => state !== "answered" || id === last;
    const open = profile.questions.filter(isOpen);
    const done = profile.questions.filter((question) => !isOpen(question));
    retainKey(() => {
      showIn(openList, open);
      showIn(answeredList, done);
    });
    answered.show(done.length, l10n.t`Answered: ${done.length}`);
    others.show(profile.others.length, l10n.t`Proposed too: ${profile.others.length}`);
    replaceChangedContent(otherList, profile.others, () => profile.others.map(createOther));
    setText(note, formatNote(profile, open));
    note.hidden = note.textContent === "";
    read.hidden = profile.hasSamples;
  };
  const heading = createElement("h2", { id: "questions" }, l10n.t("Questions"));
  /** *Looks Right* leaves no question that the focus must stay in. */
  const foldAnswered = () => {
    last = undefined;
  };
  const parts = [heading, note, read, openList, others.element, answered.element];
  const element = createElement("section", { class: "questions", "aria-labelledby": "questions" }, ...parts);
  const showProblem = (problem: FieldProblem) => forms.get(problem.question)?.showProblem(problem);
  return { element, show, foldAnswered, showProblem };
}

function formatNote({ hasSamples }: ShownServiceProfile, open: readonly ShownQuestion[]): string {
  if (!hasSamples) return l10n.t("Read the service first: the questions are about what it shows.");
  return open.length === 0 ? l10n.t("No question is open.") : "";
}

function createFold(content: HTMLElement) {
  const summary = createElement("summary");
  const element = createElement("details", {}, summary, content);
  return {
    element,
    show: (count: number, text: string) => {
      element.hidden = count === 0;
      setText(summary, text);
    },
  };
}

function createOther({ field, ...column }: ShownServiceProfile["others"][number]): HTMLElement {
  return createElement("li", {}, `${field}: `, ...createColumnText(column));
}

/** Keeps the focus on the element with the same key, also where its question moves to another list. */
function retainKey(draw: () => void): void {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement ? focused.dataset.key : undefined;
  draw();
  if (key === undefined || document.activeElement !== document.body) return;
  const moved = [...document.querySelectorAll<HTMLElement>("[data-key]")].find(({ dataset }) => dataset.key === key);
  moved?.focus({ preventScroll: true });
}
