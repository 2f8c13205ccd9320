import type * as z from "zod";
import type { CaseResult } from "../testPlan.ts";
import type { ProtocolResponse } from "./protocolClient.ts";

/** Thrown by a check with the expected and the actual value. */
export class UnexpectedResultError extends Error {
  readonly expected: string;
  readonly actual: string;
  readonly code: string | undefined;
  constructor(message: string, expected: string, actual: string, code?: string) {
    super(message);
    this.name = "UnexpectedResultError";
    this.code = code;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Thrown when a case cannot run in this environment. */
export class CaseNotRunError extends Error {
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super(message);
    this.name = "CaseNotRunError";
    this.code = code;
  }
}

/** Runs a check that throws its finding. `output` is read once at the end, in every case. */
export async function runCheck(check: () => Promise<void>, output: () => string): Promise<CaseResult> {
  const readOutput = () => {
    const text = output();
    return text === "" ? {} : { output: text };
  };
  try {
    await check();
    return { status: "passed", ...readOutput() };
  } catch (error) {
    // The output is read even if it is unused, because it must not appear in the next case.
    const outputField = readOutput();
    if (error instanceof CaseNotRunError)
      return { status: "skipped", message: error.message, code: error.code, ...outputField };
    if (!(error instanceof UnexpectedResultError)) throw error;
    const { message, code, expected, actual } = error;
    return { status: "failed", message, code, expected, actual, ...outputField };
  }
}

/** Validates the result of a response with a schema of the protocol. */
export function parseProtocolResult<Schema extends z.ZodType>(
  method: string,
  response: ProtocolResponse,
  schema: Schema,
  expected: string,
): z.output<Schema> {
  const { status, error, result, message } = response;
  if (error)
    throw new UnexpectedResultError(
      `The server rejected ${method}: ${error.message} (${error.code}).`,
      expected,
      formatCheckValue(message),
    );
  if (status !== 200)
    throw new UnexpectedResultError(
      `The server responded to ${method} with HTTP ${status}.`,
      expected,
      `HTTP ${status}`,
    );
  if (!result) {
    const kind = message === undefined ? "not JSON" : "not a JSON-RPC result with the request's id";
    throw new UnexpectedResultError(`The response to ${method} is ${kind}.`, expected, formatCheckValue(message));
  }
  const parsed = schema.safeParse(result.value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message: text }) => `${["result", ...path].join(".")}: ${text}`);
  throw new UnexpectedResultError(
    `The result of ${method} violates the protocol.\n${problems.join("\n")}`,
    expected,
    formatCheckValue(result.value),
  );
}

export function formatCheckValue(value: unknown): string {
  return value === undefined ? "nothing readable" : JSON.stringify(value, undefined, 2);
}
