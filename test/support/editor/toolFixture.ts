import * as z from "zod";
import { createToolRunner } from "../../../src/extension/agentTools/toolRunner.ts";
import { createCommandFixture } from "./commandFixture.ts";

interface FixtureOptions {
  readonly isTrusted?: boolean;
  readonly timeoutMs?: number;
}

const factsSchema = z.record(z.string(), z.unknown());
const never = new AbortController().signal;

/** The language model tools with the real service and a user who confirms everything. */
export async function createToolFixture(
  served: Parameters<typeof createCommandFixture>[0],
  { isTrusted = true, timeoutMs = 30_000 }: FixtureOptions = {},
) {
  const fixture = await createCommandFixture(served);
  const tools = createToolRunner({ ...fixture.app, isTrusted: () => isTrusted, now: Date.now, timeoutMs });
  const texts: string[] = [];
  const invoke = async (name: string, input: object = {}, signal = never) => {
    const text = await tools.invoke(name, input, signal);
    texts.push(text);
    return factsSchema.parse(JSON.parse(text));
  };
  /** The confirmation that the user reads. */
  const readConfirmation = async (name: string, input: object) => {
    const { confirmation } = await tools.prepare(name, input, never);
    return [confirmation?.title, ...(confirmation?.rows ?? []).map((row) => row.join(": "))];
  };
  return {
    ...fixture,
    tools,
    /** All responses. */
    texts,
    invoke,
    readConfirmation,
    confirmAndInvoke: async (name: string, input: object) => {
      await readConfirmation(name, input);
      return invoke(name, input);
    },
    [Symbol.asyncDispose]: fixture.close,
  };
}
