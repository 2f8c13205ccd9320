import { createServiceError } from "../../client/createServiceError.ts";
import { describeFailedCall, endWithFullStop } from "../../client/errorMessages.ts";
import {
  type CallErrorContext,
  NotFoundError,
  notOfferedCode,
  ServiceError,
  UnclearAnswerError,
} from "../../client/errors.ts";
import { describeNonJsonBody } from "../../client/parseResponse.ts";
import { parseRetryAfter } from "../../client/retryAfterGate.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import type { Asking, Received } from "../dialect.ts";
import { recogniseError, type ToldError } from "../recognise/recogniseError.ts";

/** The named error of a refusal, in whatever form the service says why. */
export function refusalOf(
  circumstances: CallErrorContext,
  answer: Received,
  { errors, now }: { readonly errors: DialectProfile["errors"]; readonly now: number },
): ServiceError {
  const told = recogniseError(answer.json, errors);
  const challenge = answer.headers["www-authenticate"];
  return createServiceError(circumstances, {
    status: answer.status < 400 ? saidStatus(answer, told) : answer.status,
    text: told ? JSON.stringify(problemOf(told)) : answer.text,
    retryAfterMs: parseRetryAfter(answer.headers, now),
    challenge: challenge?.slice(0, 200),
  });
}

function problemOf({ message, code, fields }: ToldError): UnknownRecord {
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
function saidStatus({ status, json }: Received, told: ToldError | undefined): number {
  const said = [told?.code, ...(isRecord(json) ? [json.status, json.statusCode, json.status_code, json.code] : [])];
  const number = said.map(Number).find((code) => code >= 400 && code < 600 && Number.isInteger(code));
  const word = words.find(([one]) => one.test(`${told?.code ?? ""} ${told?.message ?? ""}`));
  return number ?? word?.[1] ?? (status < 300 ? 400 : status);
}

/** Nobody understands what was answered: says what was looked for, and no value of the service's. */
export function unclear({ dialect, name }: Asking, looked: string, status?: number): UnclearAnswerError {
  const { host } = dialect.context.base;
  const message = `${describeFailedCall(name, host)}: ${endWithFullStop(looked)} Use "Map This Answer" or edit the connection's profile.`;
  return new UnclearAnswerError(message, { operation: name, host, status });
}

/** The same of a whole answer: where it is no JSON, no mapping helps. */
export function notRecognised(of: Asking, { json, text, status }: Received, looked: string): UnclearAnswerError {
  if (json !== undefined) return unclear(of, `the answer holds no ${looked} that Fairlead recognises`, status);
  const { host } = of.dialect.context.base;
  return new UnclearAnswerError(`${describeFailedCall(of.name, host)}: ${describeNonJsonBody(text)}`, {
    operation: of.name,
    host,
    status,
  });
}

/** The service does not have the operation: code `not_offered`, and a status that whoever asks for a lack knows. */
export function notOffered({ dialect, name }: Asking, cause?: unknown): ServiceError {
  const { host } = dialect.context.base;
  const detail = "this service does not offer it.";
  return new ServiceError(`${describeFailedCall(name, host)}: ${detail}`, {
    ...{ operation: name, host, cause, status: 501, code: notOfferedCode, title: undefined, detail },
    ...{ errors: [], retryAfterMs: undefined },
  });
}

/** What cannot be read alone and is in no list of its kind is not there. */
export function notListed({ dialect, name }: Asking, resource: string, cause: unknown): NotFoundError {
  const { host } = dialect.context.base;
  const detail = `no ${resource} of this id is in the list of the service. It may have been deleted: refresh.`;
  return new NotFoundError(`${describeFailedCall(name, host)}: ${detail}`, {
    ...{ operation: name, host, cause, status: 404, code: undefined, title: undefined, detail },
    ...{ errors: [], retryAfterMs: undefined },
  });
}
