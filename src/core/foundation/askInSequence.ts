import { type PromptBack, type PromptStep, promptBack } from "./ports.ts";

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
  let answers = initialAnswers;
  for (let index = first; ; ) {
    const question = questions[index];
    if (!question) return answers;
    const answer = await question(answers, { number: index + 1, total: questions.length });
    if (answer === undefined) return undefined;
    if (answer === promptBack) {
      index = Math.max(0, index - 1);
      continue;
    }
    answers = answer;
    index += 1;
  }
}
