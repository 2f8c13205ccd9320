import { type Back, back, type Step } from "./ports.ts";

/** Asks one thing and answers all that is known by then; undefined: escaped. What was answered before is its default. */
export type Question<Answers> = (answers: Answers, step: Step) => Promise<Answers | Back | undefined>;

/** Asks one question after the other. Back goes to the one before and keeps every answer; Escape ends it all. */
export async function askInTurn<Answers>(
  known: Answers,
  questions: readonly Question<Answers>[],
  first = 0,
): Promise<Answers | undefined> {
  let answers = known;
  for (let index = first; ; ) {
    const question = questions[index];
    if (!question) return answers;
    const answer = await question(answers, { number: index + 1, total: questions.length });
    if (answer === undefined) return undefined;
    if (answer === back) {
      index = Math.max(0, index - 1);
      continue;
    }
    answers = answer;
    index += 1;
  }
}
