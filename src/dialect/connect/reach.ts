import * as l10n from "@vscode/l10n";
import type { ClientContext } from "../../client/clientContext.ts";
import { isHtmlBody } from "../../client/createServiceError.ts";
import { ForbiddenError, ServiceError, UnauthorizedError, UnclearAnswerError } from "../../client/errors.ts";
import { parseResponseJson } from "../../client/parseResponse.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { problemCodes, problemDetailsSchema } from "../../contract/problemDetails.ts";
import type { DialectResponse } from "../dialectCall.ts";
import { isUnderstood } from "../read/readItemsWithProfile.ts";
import { send } from "../send/send.ts";

interface Reaching {
  readonly context: ClientContext;
  readonly profile: DialectProfile;
  readonly signal: AbortSignal;
  /** The response to the question whose key it is. */
  readonly first: DialectResponse;
}

/** Any of these is proof enough that the service knows the key. */
const askable = ["me.get", "projects.list", "servers.list", "organizations.list"] as const satisfies OperationName[];

/** Refusals that may pass once the request has what it lacks. */
const lacking: readonly number[] = [400, 403, 406, 412, 415, 422, 426, 428];

/** Asks a service until an answer makes sense. Throws if none does: the refusal, or what was asked. */
export async function reach({ context, profile, signal, first }: Reaching): Promise<void> {
  const answers: DialectResponse[] = [];
  for (const operation of askable) {
    const isFirst = operation === first.circumstances.operation;
    const answer = isFirst ? first : await send(context, profile, { operation, options: { signal } });
    const { refusal } = answer;
    if (refusal?.status === 401) throw refusedContact(answer, refusal);
    if (refusal && isPassing(refusal.status)) throw refusal;
    if (!refusal && isUnderstood(operation, answer)) {
      throwMomentary(answers, operation, answer);
      return;
    }
    answers.push(answer);
  }
  for (const answer of answers)
    if (answer.refusal && lacking.includes(answer.refusal.status)) throw refusedContact(answer, answer.refusal);
  throw notUnderstood(context, first, answers);
}

/** Whether an error response is one of the contract's: by its code. */
export function isContractProblem(json: unknown): boolean {
  const code = problemDetailsSchema.safeParse(json).data?.code;
  return code !== undefined && Object.hasOwn(problemCodes, code);
}

/** The refusal, as one that leaves open how the service takes the key; not if our own service says that the key is wrong. */
function refusedContact({ json }: DialectResponse, refusal: ServiceError): ServiceError {
  if (refusal.status === 401 && isContractProblem(json)) return refusal;
  const { operation, host, requestId, status, code, title, detail, errors, retryAfterMs, cause } = refusal;
  const details = { operation, host, requestId, status, code, title, detail, errors, retryAfterMs, cause };
  const ErrorClass = [UnauthorizedError, ForbiddenError].find((known) => refusal instanceof known) ?? ServiceError;
  return new ErrorClass(refusal.message, { ...details, isAtContact: true });
}

/** The failure passes: it shows nothing of how the service speaks. */
const isPassing = (status: number) => [408, 425, 429].includes(status) || (status >= 500 && status !== 501);

/** Our own service that was not well for a moment speaks no other dialect. */
function throwMomentary(before: readonly DialectResponse[], name: OperationName, { json }: DialectResponse): void {
  const page = before.find(({ text }) => isHtmlBody(text));
  if (page && operationTable[name].output?.safeParse(json).success) throw page.refusal ?? pageInstead(page);
}

function pageInstead({ circumstances, ...answer }: DialectResponse): unknown {
  try {
    return parseResponseJson(circumstances, answer, true);
  } catch (error) {
    return error;
  }
}

function notUnderstood({ base: { host } }: ClientContext, first: DialectResponse, answers: readonly DialectResponse[]) {
  if (isHtmlBody(first.text) && !first.refusal) return pageInstead(first);
  const summaries = answers.map(({ circumstances, status, text }) => {
    const { method, path } = operationTable[circumstances.operation];
    return `${method} ${path}: ${status}${isHtmlBody(text) ? l10n.t(" with a web page") : ""}`;
  });
  const message = l10n.t`Could not connect to ${host}: none of its answers is understood (${summaries.join(", ")}). Is this the right URL? It is the part before /api/v1.`;
  return new UnclearAnswerError(message, { ...first.circumstances, status: first.status, cause: first.refusal });
}
