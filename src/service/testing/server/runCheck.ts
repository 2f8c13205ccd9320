import type * as z from "zod";
import type { CaseResult } from "../testPlan.ts";
import type { Exchanged } from "./protocolClient.ts";

/** Why something is not as it has to be. */
export class NotAsExpected extends Error {
  readonly expected: string;
  readonly actual: string;
  constructor(message: string, expected: string, actual: string) {
    super(message);
    this.name = "NotAsExpected";
    this.expected = expected;
    this.actual = actual;
  }
}

/** A case that cannot be run here. */
export class NotRun extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotRun";
  }
}

/** Runs a check that throws what it finds; `output` is asked for at the end, whatever came of it. */
export async function judged(check: () => Promise<void>, output: () => string): Promise<CaseResult> {
  const shown = () => {
    const text = output();
    return text === "" ? {} : { output: text };
  };
  try {
    await check();
    return { status: "passed", ...shown() };
  } catch (error) {
    // Asked for in any case: what was said in this one must not be told of the next.
    const seen = shown();
    if (error instanceof NotRun) return { status: "skipped", message: error.message, ...seen };
    if (!(error instanceof NotAsExpected)) throw error;
    const { message, expected, actual } = error;
    return { status: "failed", message, expected, actual, ...seen };
  }
}

/** The result of an answer, read by a schema of the protocol. */
export function resultAs<Schema extends z.ZodType>(
  method: string,
  answer: Exchanged,
  schema: Schema,
  expected: string,
): z.output<Schema> {
  const { status, error, result, message } = answer;
  if (error)
    throw new NotAsExpected(`${method} was refused: ${error.message} (${error.code}).`, expected, shown(message));
  if (status !== 200)
    throw new NotAsExpected(`${method} was answered with HTTP ${status}.`, expected, `HTTP ${status}`);
  if (!result) {
    const what = message === undefined ? "no JSON" : "no JSON-RPC result with the request's id";
    throw new NotAsExpected(`The answer to ${method} is ${what}.`, expected, shown(message));
  }
  const read = schema.safeParse(result.value);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message: text }) => `${["result", ...path].join(".")}: ${text}`);
  throw new NotAsExpected(
    `The result of ${method} is not as the protocol has it.\n${problems.join("\n")}`,
    expected,
    shown(result.value),
  );
}

export function shown(value: unknown): string {
  return value === undefined ? "nothing that can be read" : JSON.stringify(value, undefined, 2);
}
