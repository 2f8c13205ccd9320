import * as l10n from "@vscode/l10n";
import { createServiceError } from "../../client/createServiceError.ts";
import { describeFailedCall } from "../../client/errorMessages.ts";
import {
  type CallErrorContext,
  NotFoundError,
  notOfferedCode,
  RedirectedError,
  ServiceError,
  UnclearAnswerError,
} from "../../client/errors.ts";
import { describeNonJsonBody } from "../../client/parseResponse.ts";
import { parseRetryAfter } from "../../client/retryAfterGate.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { endSentence } from "../../text/language/endSentence.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import type { DialectCall, ReceivedResponse } from "../dialectCall.ts";
import { type ErrorBody, readErrorBody } from "../refusal/readErrorBody.ts";
import { formatResource } from "../vocabulary/formatResource.ts";

/** The named error of a refusal, in whatever form the service says why. */
export function refusalOf(
  circumstances: CallErrorContext,
  answer: ReceivedResponse,
  { errors, now }: { readonly errors: DialectProfile["errors"]; readonly now: number },
): ServiceError {
  const errorBody = readErrorBody(answer.json, errors);
  const challenge = answer.headers["www-authenticate"];
  return createServiceError(circumstances, {
    status: answer.status < 400 ? saidStatus(answer, errorBody) : answer.status,
    text: errorBody ? JSON.stringify(problemOf(errorBody)) : answer.text,
    retryAfterMs: parseRetryAfter(answer.headers, now),
    challenge: challenge?.slice(0, 200),
  });
}

function problemOf({ message, code, fields }: ErrorBody): UnknownRecord {
  const isRepeated = fields.every((field) => message?.includes(field.message));
  return {
    ...(message !== undefined && { detail: message.slice(0, 2000) }),
    ...(code !== undefined && { code }),
    errors: isRepeated && fields.length === 1 && fields[0]?.path === "" ? [] : fields.slice(0, 20),
  };
}

const words: readonly (readonly [RegExp, number])[] = [
  [/not.?found|no such/i, 404],
  [/unauthori[sz]ed|unauthenticated|invalid.?(?:key|token|credential)/i, 401],
  [/forbidden|permission.?denied|access.?denied/i, 403],
  [/conflict|already.?exists/i, 409],
  [/rate.?limit|too.?many/i, 429],
];

/** An answer of 200 with an error in it often says there what it should have been. */
function saidStatus({ status, json }: ReceivedResponse, errorBody: ErrorBody | undefined): number {
  const said = [
    errorBody?.code,
    ...(isRecord(json) ? [json.status, json.statusCode, json.status_code, json.code] : []),
  ];
  const number = said.map(Number).find((code) => code >= 400 && code < 600 && Number.isInteger(code));
  const word = words.find(([one]) => one.test(`${errorBody?.code ?? ""} ${errorBody?.message ?? ""}`));
  return number ?? word?.[1] ?? (status < 300 ? 400 : status);
}

/** A response that cannot be read. It says what was looked for, and no value of the service. */
export function createUnclearError(
  { session, name }: DialectCall,
  problem: string,
  status?: number,
): UnclearAnswerError {
  const { host } = session.context.base;
  const sentence = endSentence(problem);
  const message = l10n.t`${describeFailedCall(name, host)}: ${sentence} Say in the service profile how it is read.`;
  return new UnclearAnswerError(message, { operation: name, host, status, problem: sentence });
}

/** The same of a whole response: if it is no JSON, no mapping helps. */
export function createUnreadableError(
  call: DialectCall,
  response: ReceivedResponse,
  problem: string,
): UnclearAnswerError {
  if (response.json !== undefined) return createUnclearError(call, problem, response.status);
  const { host } = call.session.context.base;
  return new UnclearAnswerError(`${describeFailedCall(call.name, host)}: ${describeNonJsonBody(response.text)}`, {
    operation: call.name,
    host,
    status: response.status,
  });
}

/** The same of a response without the item that it should hold. */
export function createMissingItemError(
  call: DialectCall,
  response: ReceivedResponse,
  resource: string,
): UnclearAnswerError {
  const problem = l10n.t`the answer holds no ${formatResource(resource)} that Fairlead recognises`;
  return createUnreadableError(call, response, problem);
}

/** The next page is at another origin, which must not get the key. */
export function createOtherOriginError({ session, name }: DialectCall, address: string): RedirectedError {
  const { host } = session.context.base;
  const target = URL.parse(address)?.host;
  const problem = target
    ? l10n.t`the next page is at ${target}, and the key was not sent there. Use the URL of the service itself.`
    : l10n.t("the next page is at another address, and the key was not sent there. Use the URL of the service itself.");
  return new RedirectedError(`${describeFailedCall(name, host)}: ${problem}`, { operation: name, host });
}

/** A failure that is clear although the service does not say it so. */
function describeFailure(
  { session, name }: DialectCall,
  failure: Pick<ServiceError, "status" | "code" | "cause">,
  detail: string,
) {
  const { host } = session.context.base;
  const details = { ...failure, operation: name, host, detail, title: undefined, errors: [], retryAfterMs: undefined };
  return [`${describeFailedCall(name, host)}: ${detail}`, details] as const;
}

/** The service does not have the operation. */
export function createNotOfferedError(call: DialectCall, cause?: unknown): ServiceError {
  const detail = l10n.t("this service does not offer it.");
  return new ServiceError(...describeFailure(call, { status: 501, code: notOfferedCode, cause }, detail));
}

/** An item that cannot be read alone and is in no list of its kind does not exist. */
export function createNotListedError(call: DialectCall, resource: string, cause: unknown): NotFoundError {
  const detail = l10n.t`no ${formatResource(resource)} of this id is in the list of the service. It may have been deleted: refresh.`;
  return new NotFoundError(...describeFailure(call, { status: 404, code: undefined, cause }, detail));
}
