import { setImmediate as nextTurn } from "node:timers/promises";
import type * as z from "zod";
import { readJson } from "../text/readJson.ts";
import { isRecord } from "../text/record.ts";
import { isHtmlBody, summarizeBody } from "./createServiceError.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { type CallErrorContext, UnexpectedAnswerError } from "./errors.ts";
import type { HttpResponse } from "./network/httpDispatchHandler.ts";

/** The JSON of a successful answer as it came; undefined where there is no body. */
export function parseResponseJson(circumstances: CallErrorContext, answer: HttpResponse, isExpected: boolean): unknown {
  if (answer.text.trim() === "") {
    if (!isExpected) return undefined;
    throw unexpected(circumstances, answer, describeNonJsonBody(answer.text));
  }
  try {
    return readJson(answer.text);
  } catch (cause) {
    const told = { ...circumstances, cause: cause instanceof Error ? cause.name : cause };
    throw unexpected(told, answer, describeNonJsonBody(answer.text));
  }
}

/** What came instead of JSON: it may hold anything, so of it only a title is told. */
export function describeNonJsonBody(text: string): string {
  if (text.trim() === "") return "the answer is empty. Is this the right URL?";
  if (!isHtmlBody(text)) return "the answer is not JSON. Is this the right URL?";
  const title = summarizeBody(text);
  return `it answered with HTML${title ? ` ("${title}")` : ""}. Is this the right URL?`;
}

/** A text of so many characters takes milliseconds to read and to check: others may have the thread in between. */
const long = 250_000;

/** The answer as the contract describes it; unknown fields are kept. */
export async function parseResponse(
  circumstances: CallErrorContext,
  answer: HttpResponse,
  schema: z.ZodType | null,
): Promise<unknown> {
  const isLong = answer.text.length > long;
  if (isLong) await nextTurn();
  const json = parseResponseJson(circumstances, answer, schema !== null);
  if (schema === null) {
    if (!saysNo(json)) return undefined;
    throw unexpected(circumstances, answer, "the answer says that it failed. Refresh to see what became of it.");
  }
  if (isLong) await nextTurn();
  const parsed = schema.safeParse(json);
  if (isLong) await nextTurn();
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? pathOf(issue.path) : "its top";
  const misfit = `${place}: ${issue?.message ?? "it does not fit"}`;
  throw unexpected(
    { ...circumstances, cause: parsed.error },
    answer,
    `the answer does not fit what Fairlead expects at ${misfit}. Is this the right URL, and is the service of a matching version?`,
  );
}

/** What answers nothing has no schema that a failure with a status of success would not fit. */
function saysNo(json: unknown): boolean {
  return isRecord(json) && json.success === false;
}

function unexpected(circumstances: CallErrorContext, answer: HttpResponse, reason: string): UnexpectedAnswerError {
  const { operation, host } = circumstances;
  return new UnexpectedAnswerError(`${describeFailedCall(operation, host)}: ${reason}`, {
    ...circumstances,
    status: answer.status,
  });
}

/** `items[3].status` */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index > 0 ? "." : ""}${String(part)}`))
    .join("");
}
