import { type PromptBack, type PromptStep, promptBack } from "./ports.ts";

/** Asks one thing and answers all that is known by then; undefined: escaped. What was answered before is its default. */
export type SequenceQuestion<Answers> = (
  answers: Answers,
  step: PromptStep,
) => Promise<Answers | PromptBack | undefined>;

/** Asks one question after the other. Back goes to the one before and keeps every answer; Escape ends it all. */
export async function askInSequence<Answers>(
  known: Answers,
  questions: readonly SequenceQuestion<Answers>[],
  first = 0,
): Promise<Answers | undefined> {
  let answers = known;
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
