import { describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { askAfterSteps, askInSequence } from "../../../../../src/extension/base/prompts/askInSequence.ts";

interface Answers {
  readonly one?: string;
  readonly two?: string;
}

describe("questions in sequence", () => {
  test("Back repeats the previous question with the known answers", async () => {
    const seen: string[] = [];
    let isFirst = true;
    const answers = await askInSequence<Answers>({}, [
      async (known) => {
        seen.push(`one ${known.one ?? "-"} ${known.two ?? "-"}`);
        return { ...known, one: "a" };
      },
      async (known, step) => {
        seen.push(`two ${known.one ?? "-"} ${step.number}/${step.total}`);
        const answer = isFirst ? promptBack : { ...known, two: "b" };
        isFirst = false;
        return answer;
      },
    ]);
    expect(answers).toEqual({ one: "a", two: "b" });
    expect(seen).toEqual(["one - -", "two a 2/2", "one a -", "two a 2/2"]);
  });

  test("Escape ends the sequence", async () => {
    expect(await askInSequence<Answers>({}, [async (known) => known, async () => undefined])).toBeUndefined();
  });

  test("Back at the first question after earlier steps leaves the sequence", async () => {
    const steps: string[] = [];
    const left = await askAfterSteps<Answers>(2, {}, [
      async (_known, { number, total }) => {
        steps.push(`${number}/${total}`);
        return promptBack;
      },
    ]);
    expect([left, steps]).toEqual([promptBack, ["3/3"]]);
  });
});
