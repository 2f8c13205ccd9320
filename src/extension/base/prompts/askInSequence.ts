import { type PromptBack, type PromptStep, type Prompts, promptBack } from "../ports.ts";

/** Prompts for one value and returns all values; undefined: cancelled. An earlier value is the default. */
export type SequenceQuestion<Answers> = (
  answers: Answers,
  step: PromptStep,
) => Promise<Answers | PromptBack | undefined>;

/** Prompts in sequence. Back returns to the previous prompt and keeps every value; Escape cancels. */
export async function askInSequence<Answers>(
  initialAnswers: Answers,
  questions: readonly SequenceQuestion<Answers>[],
  first = 0,
): Promise<Answers | undefined> {
  const answers = await askAfterSteps(0, initialAnswers, questions, first);
  return answers === promptBack ? askInSequence(initialAnswers, questions) : answers;
}

/** Prompts in sequence after a number of earlier steps. Back at the first prompt leaves the sequence. */
export async function askAfterSteps<Answers>(
  steps: number,
  initialAnswers: Answers,
  questions: readonly SequenceQuestion<Answers>[],
  first = 0,
): Promise<Answers | PromptBack | undefined> {
  let answers = initialAnswers;
  for (let index = first; ; ) {
    const question = questions[index];
    if (!question) return answers;
    const answer = await question(answers, { number: steps + index + 1, total: steps + questions.length });
    if (answer === undefined) return undefined;
    if (answer === promptBack) {
      if (index === 0) return promptBack;
      index -= 1;
      continue;
    }
    answers = answer;
    index += 1;
  }
}

/** Prompts for one of the answers. */
export function createQuestion<Name extends string, Answers extends Readonly<Record<Name, unknown>>>(
  name: Name,
  ask: (answers: Answers, step: PromptStep) => Promise<Answers[Name] | PromptBack | undefined>,
): SequenceQuestion<Answers> {
  return async (answers, step) => {
    const value = await ask(answers, step);
    if (value === undefined) return undefined;
    return value === promptBack ? promptBack : { ...answers, [name]: value };
  };
}

type TextQuestion = Omit<Parameters<Prompts["input"]>[0], "step">;

/** Prompts for a text, which becomes one of the answers without the spaces around it. The answer before is the default. */
export function createTextQuestion<Name extends string, Answers extends Readonly<Record<Name, string>>>(
  prompts: Pick<Prompts, "input">,
  name: Name,
  ask: (answers: Answers) => TextQuestion | Promise<TextQuestion>,
): SequenceQuestion<Answers> {
  return async (answers, step) => {
    const text = await prompts.input({ value: answers[name], ...(await ask(answers)), step });
    return typeof text === "string" ? { ...answers, [name]: text.trim() } : text;
  };
}
