import type * as z from "zod";
import type { CaseResult } from "../testPlan.ts";
import type { ProtocolResponse } from "./protocolClient.ts";

/** Why something is not as it has to be. */
export class UnexpectedResultError extends Error {
  readonly expected: string;
  readonly actual: string;
  constructor(message: string, expected: string, actual: string) {
    super(message);
    this.name = "UnexpectedResultError";
    this.expected = expected;
    this.actual = actual;
  }
}

/** A case that cannot be run here. */
export class CaseNotRunError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CaseNotRunError";
  }
}

/** Runs a check that throws what it finds; `output` is asked for at the end, whatever came of it. */
export async function runCheck(check: () => Promise<void>, output: () => string): Promise<CaseResult> {
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
    if (error instanceof CaseNotRunError) return { status: "skipped", message: error.message, ...seen };
    if (!(error instanceof UnexpectedResultError)) throw error;
    const { message, expected, actual } = error;
    return { status: "failed", message, expected, actual, ...seen };
  }
}

/** The result of an answer, read by a schema of the protocol. */
export function parseProtocolResult<Schema extends z.ZodType>(
  method: string,
  answer: ProtocolResponse,
  schema: Schema,
  expected: string,
): z.output<Schema> {
  const { status, error, result, message } = answer;
  if (error)
    throw new UnexpectedResultError(
      `${method} was refused: ${error.message} (${error.code}).`,
      expected,
      formatCheckValue(message),
    );
  if (status !== 200)
    throw new UnexpectedResultError(`${method} was answered with HTTP ${status}.`, expected, `HTTP ${status}`);
  if (!result) {
    const what = message === undefined ? "no JSON" : "no JSON-RPC result with the request's id";
    throw new UnexpectedResultError(`The answer to ${method} is ${what}.`, expected, formatCheckValue(message));
  }
  const read = schema.safeParse(result.value);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message: text }) => `${["result", ...path].join(".")}: ${text}`);
  throw new UnexpectedResultError(
    `The result of ${method} is not as the protocol has it.\n${problems.join("\n")}`,
    expected,
    formatCheckValue(result.value),
  );
}

export function formatCheckValue(value: unknown): string {
  return value === undefined ? "nothing that can be read" : JSON.stringify(value, undefined, 2);
}
