import * as l10n from "@vscode/l10n";
import type { DialectProfile } from "../../../contract/dialectProfile.ts";
import type { Proposals } from "../../../contract/profile/profileProposal.ts";
import type {
  CompatibilityPanelFromWebview,
  ShownServiceProfile,
} from "../../../webview/protocol/compatibilityPanelMessages.ts";
import type { LearnedProfile } from "../model/learnedProfile.ts";
import {
  type AskedQuestion,
  formatQuestion,
  listProposedFields,
  type QuestionFormat,
} from "../model/page/formatQuestions.ts";
import { formatServiceRows } from "../model/page/formatServiceRows.ts";
import { acceptProposals, answerField, answerState, answerStates } from "../model/questions/answers.ts";
import { type ChoiceQuestion, listChoiceQuestions } from "../model/questions/choiceQuestions.ts";
import { type ChosenPaths, listQuestions, type StatesQuestion } from "../model/questions/questions.ts";
import { compareQuestions } from "../model/questions/questionTexts.ts";
import {
  answerSelector,
  findSelectorProblem,
  listSelectorQuestions,
  readSelector,
  type SelectorQuestion,
} from "../model/questions/selectorQuestions.ts";
import { readOperationNames } from "../model/readOperations.ts";
import type { ProfileServices } from "../profileServices.ts";

export type ProfileAnswer = Extract<
  CompatibilityPanelFromWebview,
  { type: "answer" | "columns" | "state" | "selector" | "right" | "looksRight" }
>;

type ShownQuestions = Pick<ShownServiceProfile, "hasSamples" | "proposalCount" | "questions" | "others" | "rows">;

/** The questions about one service, as the page has them, with what the user chose and the profile cannot say. */
export class ProfileQuestions {
  readonly #app: Pick<ProfileServices, "loadProposals" | "readWithProfile">;
  #asked: readonly AskedQuestion[] = [];
  #proposals: Proposals | undefined;
  /** The values that say a state and whose meaning is not answered yet. */
  #chosen: ChosenPaths = {};
  /** The values of which the user said that their meaning is not known: the usual one is not proposed again. */
  #declined: ReadonlySet<string> = new Set();

  constructor(app: Pick<ProfileServices, "loadProposals" | "readWithProfile">) {
    this.#app = app;
  }

  async read(learned: LearnedProfile, format: QuestionFormat): Promise<ShownQuestions> {
    const { formatText } = format;
    this.#proposals ??= this.#withChoices(await this.#app.loadProposals());
    const [profile, samples] = [learned.read(), learned.samples()];
    const rows = await formatServiceRows(this.#app.readWithProfile, profile, samples, formatText);
    this.#asked = [
      ...listQuestions(this.#proposals, profile, samples),
      ...listSelectorQuestions(profile, learned.evidence()),
      ...listChoiceQuestions(learned),
    ].toSorted(compareQuestions);
    const fields = listProposedFields(this.#proposals.kinds(profile, samples), this.#asked, formatText);
    return {
      hasSamples: Object.values(samples).some((items) => items.length > 0),
      proposalCount: fields.count + this.#asked.filter((one) => hasProposedStates(one) || isProposedChoice(one)).length,
      questions: this.#asked.map((question) => formatQuestion(question, format)),
      others: fields.others,
      rows: [...rows],
    };
  }

  /** The profile with the answer; undefined if it changes nothing there, or if the page is not up to date. */
  answer(message: ProfileAnswer, learned: LearnedProfile): DialectProfile | undefined {
    if (message.type === "looksRight") return this.#proposals && this.#acceptAll(this.#proposals, learned);
    const question = this.#find(message.question);
    if (!question) return undefined;
    const profile = learned.read();
    if (question.type === "selector") {
      const by = message.type === "selector" ? readSelector(message.by) : undefined;
      return by && answerSelector(profile, question, by);
    }
    if (question.type === "choice") {
      const choice = message.type === "answer" ? message.choice : question.chosen;
      const chosen = question.choices.find(({ path }) => path === choice);
      return chosen && question.answer(profile, chosen.path);
    }
    if (question.type === "field") {
      if (message.type === "right" && question.state === "proposed" && question.chosen !== undefined)
        return answerField(profile, question, question.chosen);
      const isChoice =
        message.type === "answer" &&
        (message.choice === null || question.choices.some(({ path }) => path === message.choice));
      return isChoice ? answerField(profile, question, message.choice) : undefined;
    }
    switch (message.type) {
      case "columns":
        this.#choose(question, message.paths);
        return undefined;
      case "right":
        return this.#save(question, this.#acceptStates(profile, question));
      case "state":
        return this.#answerState(profile, question, message);
      case "answer":
      case "selector":
        return undefined;
    }
  }

  /** What the page says beside a field of a form that cannot be saved. */
  findProblem(message: ProfileAnswer) {
    if (message.type !== "selector" || !this.#findSelector(message.question)) return undefined;
    const problem = findSelectorProblem(message.by);
    return problem && { ...problem, question: message.question };
  }

  /** Whether the answer is about refused requests that a check sends again. */
  isAboutRefusedReads(message: ProfileAnswer): boolean {
    const question = message.type === "looksRight" ? undefined : this.#find(message.question);
    const refused = question && "refused" in question ? question.refused : [];
    return refused.some((name) => readOperationNames.some((read) => read === name));
  }

  /** What a screen reader announces. */
  formatSaved(message: ProfileAnswer): string {
    if (message.type === "looksRight") return l10n.t("Saved: all proposals are accepted.");
    const text = this.#find(message.question)?.text ?? "";
    if (message.type === "answer") return l10n.t`Saved: ${text} ${message.choice ?? l10n.t("None of these")}`;
    return l10n.t`Saved: ${text}`;
  }

  #acceptAll(proposals: Proposals, learned: LearnedProfile): DialectProfile {
    const accepted = acceptProposals(proposals, learned.read(), learned.samples());
    return this.#asked
      .filter(isProposedChoice)
      .reduce((current, { chosen, answer }) => (chosen === undefined ? current : answer(current, chosen)), accepted);
  }

  #find(id: string): AskedQuestion | undefined {
    return this.#asked.find((question) => question.id === id);
  }

  #findSelector(id: string): SelectorQuestion | undefined {
    const question = this.#find(id);
    return question?.type === "selector" ? question : undefined;
  }

  #choose({ kind, columns }: StatesQuestion, paths: readonly string[]): void {
    if (paths.every((path) => columns.some((column) => column.path === path)))
      this.#chosen = { ...this.#chosen, [kind]: [...new Set(paths)] };
  }

  #answerState(
    profile: DialectProfile,
    question: StatesQuestion,
    { combination: at, is }: Extract<ProfileAnswer, { type: "state" }>,
  ): DialectProfile | undefined {
    const combination = question.combinations[at];
    if (!combination || (is !== null && !question.states.includes(is))) return undefined;
    const key = keyOf(question.kind, combination.values);
    const others = [...this.#declined].filter((declined) => declined !== key);
    this.#declined = new Set(is === null ? [...others, key] : others);
    // The first answer accepts what is proposed for the others; later ones leave them as they are.
    const isFirst = question.combinations.every((one) => one.is === undefined);
    return this.#save(question, answerState(profile, isFirst ? this.#accept(question) : question, at, is ?? undefined));
  }

  /** Words that were not seen mean what they usually do, as where all is accepted. */
  #acceptStates(profile: DialectProfile, question: StatesQuestion): DialectProfile {
    return answerStates(profile, this.#accept(question), this.#proposals?.usualWords(profile, question.kind));
  }

  /** The question with what is proposed as answers. */
  #accept(question: StatesQuestion): StatesQuestion {
    return { ...question, combinations: question.combinations.map((one) => ({ ...one, is: one.is ?? one.proposed })) };
  }

  /** The profile with what states mean. Its rules name their paths; without a rule only the user's choice does. */
  #save({ kind }: StatesQuestion, profile: DialectProfile): DialectProfile {
    const { [kind]: _, ...others } = this.#chosen;
    if ((profile.kinds?.[kind]?.states ?? []).length > 0) this.#chosen = others;
    return profile;
  }

  #withChoices(proposals: Proposals): Proposals {
    return {
      ...proposals,
      kinds: (profile, samples) =>
        proposals
          .kinds(profile, samples)
          .map((one) => ({ ...one, statePaths: this.#chosen[one.kind] ?? one.statePaths })),
      meaningOf: (profile, kind, values) =>
        this.#declined.has(keyOf(kind, values)) ? undefined : proposals.meaningOf(profile, kind, values),
    };
  }
}

const keyOf = (kind: string, values: readonly (string | null)[]) => JSON.stringify([kind, values]);

const isProposedChoice = (question: AskedQuestion): question is ChoiceQuestion =>
  question.type === "choice" && question.state === "proposed";

function hasProposedStates(question: AskedQuestion): boolean {
  return (
    question.type === "states" &&
    question.combinations.some(({ is, proposed }) => is === undefined && proposed !== undefined)
  );
}
