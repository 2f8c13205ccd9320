import {
  type InputQuestion,
  type PickManyQuestion,
  type PromptBack,
  type PromptChoice,
  type Prompts,
  promptBack,
  type SingleQuestion,
} from "../../../src/extension/base/ports.ts";

export const escapeAnswer: unique symbol = Symbol("escaped");

/** A text that `input` checks before the next answer. */
interface CheckedText {
  readonly check: string;
}

/** A label of `pick`, its beginning, or the label with its description, or a text that it takes; a text of `input`; labels of `pickMany`; a boolean for `confirm`; an action of `decide`. */
export type ScriptedAnswer = string | CheckedText | readonly string[] | boolean | PromptBack | typeof escapeAnswer;

export interface ScriptedPrompts extends Prompts {
  /** The prompts in order: the title and the first text. */
  readonly questions: readonly string[];
  /** The choices of each `pick` and `pickMany`, in order. */
  readonly offered: readonly (readonly PromptChoice<unknown>[])[];
  /** What each `confirm` says below its message. */
  readonly details: readonly string[];
  /** What each `input` says of its text. */
  readonly warnings: readonly (string | undefined)[];
  /** The unused answers. */
  readonly unusedAnswers: readonly ScriptedAnswer[];
}

/** Answers prompts in order. An unexpected prompt and an invalid text are errors. */
export function createScriptedPrompts(...answers: readonly ScriptedAnswer[]): ScriptedPrompts {
  const unusedAnswers = [...answers];
  const questions: string[] = [];
  const allOffered: (readonly PromptChoice<unknown>[])[] = [];
  const details: string[] = [];
  const warnings: (string | undefined)[] = [];
  const next = (question: string): ScriptedAnswer => {
    questions.push(question);
    const answer = unusedAnswers.shift();
    if (answer === undefined) throw new Error(`A question too many: ${question}`);
    return answer;
  };
  const find = <T>(choices: readonly PromptChoice<T>[], label: string): T => {
    const found =
      choices.find((choice) => choice.label === label) ??
      choices.find((choice) => `${choice.label} ${choice.description}` === label) ??
      choices.find((choice) => choice.label.startsWith(label));
    if (found?.isUnavailable) throw new Error(`"${label}" cannot be chosen: ${found.note}`);
    if (found) return found.value;
    throw new Error(`"${label}" is not among ${choices.map((choice) => choice.label).join(", ")}`);
  };
  function pickMany<T>(question: PickManyQuestion<T> & SingleQuestion): Promise<readonly T[] | undefined>;
  function pickMany<T>(question: PickManyQuestion<T>): Promise<readonly T[] | PromptBack | undefined>;
  async function pickMany<T>(question: PickManyQuestion<T>): Promise<readonly T[] | PromptBack | undefined> {
    const { title, placeholder, choices } = question;
    allOffered.push(choices);
    const answer = next(`${title}: ${placeholder}`);
    if (answer === escapeAnswer) return undefined;
    if (answer === promptBack) return promptBack;
    return (Array.isArray(answer) ? answer : [answer]).map((label) => find(choices, String(label)));
  }
  function input(question: InputQuestion & SingleQuestion): Promise<string | undefined>;
  function input(question: InputQuestion): Promise<string | PromptBack | undefined>;
  async function input({ title, prompt, value, secret, problem, validate, warn, check }: InputQuestion) {
    const shown = secret ? value?.replaceAll(/./g, "*") : value;
    const notes = [...(secret ? ["secret"] : []), ...(problem ? [problem] : [])].map((note) => ` (${note})`).join("");
    let answer = next(`${title}: ${prompt}${shown === undefined ? "" : ` [${shown}]`}${notes}`);
    while (isCheckedText(answer)) {
      if (!check) throw new Error(`There is no check of "${answer.check}".`);
      const note = await check.run(answer.check, new AbortController().signal);
      answer = next(note ? `${check.title}: ${note.level}: ${note.message}` : `${check.title}: cancelled`);
    }
    if (answer === escapeAnswer) return undefined;
    if (answer === promptBack) return promptBack;
    warnings.push(warn?.(String(answer)));
    const refusal = validate?.(String(answer));
    if (refusal !== undefined) throw new Error(`"${String(answer)}" cannot be entered: ${refusal}`);
    return String(answer);
  }
  return {
    questions,
    offered: allOffered,
    details,
    warnings,
    unusedAnswers,
    pick: async ({ title, placeholder, prompt, choices, none, typed }) => {
      const offered = await choices;
      if (offered.length === 0 && none) {
        none();
        return undefined;
      }
      allOffered.push(offered);
      const answer = next(`${title}: ${placeholder}${prompt ? ` (${prompt})` : ""}`);
      if (answer === escapeAnswer) return undefined;
      if (answer === promptBack) return promptBack;
      const written = isCheckedText(answer) ? undefined : typed?.(String(answer));
      return find(written ? [...offered, { ...written, label: String(answer) }] : offered, String(answer));
    },
    pickMany,
    input,
    confirm: async ({ message, detail }) => {
      details.push(detail);
      return next(message) === true;
    },
    decide: async ({ message, detail, actions }) => {
      const answer = next([message, ...detail.split("\n"), `[${actions.join(", ")}]`].join("\n"));
      if (answer === escapeAnswer) return undefined;
      if (actions.includes(String(answer))) return String(answer);
      throw new Error(`"${String(answer)}" is not among ${actions.join(", ")}`);
    },
  };
}

const isCheckedText = (answer: ScriptedAnswer): answer is CheckedText =>
  typeof answer === "object" && "check" in answer;
