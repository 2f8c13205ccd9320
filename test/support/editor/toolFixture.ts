import * as z from "zod";
import type { Memory } from "../../../src/core/foundation/ports.ts";
import { createToolRunner } from "../../../src/core/tools/toolRunner.ts";
import { createCommandFixture } from "./commandFixture.ts";

interface Given {
  readonly isTrusted?: boolean;
  readonly patienceMs?: number;
  readonly memory?: Memory;
}

const factsSchema = z.record(z.string(), z.unknown());
const never = new AbortController().signal;

/** The tools of language models at the real service, and somebody who agrees to everything. */
export async function createToolFixture(
  served: Parameters<typeof createCommandFixture>[0],
  { isTrusted = true, patienceMs = 30_000, memory }: Given = {},
) {
  const bench = await createCommandFixture(served, memory ? { memory } : {});
  const desk = createToolRunner({ ...bench.app, isTrusted: () => isTrusted, now: Date.now, patienceMs });
  const texts: string[] = [];
  const ask = async (name: string, input: object = {}, signal = never) => {
    const text = await desk.invoke(name, input, signal);
    texts.push(text);
    return factsSchema.parse(JSON.parse(text));
  };
  /** What the user reads before. */
  const question = async (name: string, input: object) => {
    const { confirmation } = await desk.prepare(name, input, never);
    return [confirmation?.title, ...(confirmation?.rows ?? []).map((row) => row.join(": "))];
  };
  return {
    ...bench,
    desk,
    /** All that was answered. */
    texts,
    ask,
    question,
    agree: async (name: string, input: object) => {
      await question(name, input);
      return ask(name, input);
    },
    [Symbol.asyncDispose]: bench.close,
  };
}
