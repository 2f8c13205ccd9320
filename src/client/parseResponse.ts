import { setImmediate as nextTurn } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import { readJson } from "../text/readJson.ts";
import { isRecord } from "../text/record.ts";
import { isHtmlBody, summarizeBody } from "./createServiceError.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { type CallErrorContext, UnexpectedAnswerError } from "./errors.ts";
import type { HttpResponse } from "./network/httpDispatchHandler.ts";

/** The JSON of a successful response; undefined where there is no body. */
export function parseResponseJson(
  errorContext: CallErrorContext,
  response: HttpResponse,
  isExpected: boolean,
): unknown {
  if (response.text.trim() === "") {
    if (!isExpected) return undefined;
    throw unexpectedResponse(errorContext, response, describeNonJsonBody(response.text));
  }
  try {
    return readJson(response.text);
  } catch (cause) {
    const withCause = { ...errorContext, cause: cause instanceof Error ? cause.name : cause };
    throw unexpectedResponse(withCause, response, describeNonJsonBody(response.text));
  }
}

/** Describes a body that is not JSON. It may hold anything, so only its title is quoted. */
export function describeNonJsonBody(text: string): string {
  if (text.trim() === "") return l10n.t("the answer is empty. Is this the right URL?");
  if (!isHtmlBody(text)) return l10n.t("the answer is not JSON. Is this the right URL?");
  const title = summarizeBody(text);
  return l10n.t`it answered with HTML${title ? ` ("${title}")` : ""}. Is this the right URL?`;
}

/** Reading and checking a text of so many characters takes milliseconds, so the thread is released in between. */
const longText = 250_000;

/** The response as the contract describes it; unknown fields stay. */
export async function parseResponse(
  errorContext: CallErrorContext,
  response: HttpResponse,
  schema: z.ZodType | null,
): Promise<unknown> {
  const isLong = response.text.length > longText;
  if (isLong) await nextTurn();
  const json = parseResponseJson(errorContext, response, schema !== null);
  if (schema === null) {
    if (!reportsFailure(json)) return undefined;
    throw unexpectedResponse(
      errorContext,
      response,
      l10n.t("the answer says that it failed. Refresh to see what became of it."),
    );
  }
  if (isLong) await nextTurn();
  const parsed = schema.safeParse(json);
  if (isLong) await nextTurn();
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue && issue.path.length > 0 ? formatPath(issue.path) : l10n.t("its top");
  const mismatch = `${path}: ${issue?.message ?? l10n.t("it does not fit")}`;
  throw unexpectedResponse(
    { ...errorContext, cause: parsed.error },
    response,
    l10n.t`the answer does not fit what Fairlead expects at ${mismatch}. Is this the right URL, and is the service of a matching version?`,
  );
}

/** An operation without output has no schema that would reject a failure with a status of success. */
function reportsFailure(json: unknown): boolean {
  return isRecord(json) && json.success === false;
}

function unexpectedResponse(
  errorContext: CallErrorContext,
  response: HttpResponse,
  reason: string,
): UnexpectedAnswerError {
  const { operation, host } = errorContext;
  return new UnexpectedAnswerError(`${describeFailedCall(operation, host)}: ${reason}`, {
    ...errorContext,
    status: response.status,
  });
}

/** `items[3].status` */
function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index > 0 ? "." : ""}${String(part)}`))
    .join("");
}
