import * as l10n from "@vscode/l10n";
import type { ClientContext } from "../../client/clientContext.ts";
import { isHtmlBody } from "../../client/createServiceError.ts";
import { ApiError, ForbiddenError, ServiceError, UnauthorizedError, UnclearAnswerError } from "../../client/errors.ts";
import { parseResponseJson } from "../../client/parseResponse.ts";
import type { ProfileStore } from "../../client/profileStore.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { type Me, meSchema } from "../../contract/identity.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { problemCodes, problemDetailsSchema } from "../../contract/problemDetails.ts";
import { isRecord } from "../../text/record.ts";
import type { DialectRequest, DialectResponse } from "../dialectCall.ts";
import { learnServiceDocument } from "../openApi/serviceDocument.ts";
import { isUnderstood } from "../read/readItemsWithProfile.ts";
import { send } from "../send/send.ts";

/** The dialect of a service that was not connected before. */
type FoundDialect = { readonly dialect: "contract"; readonly me: Me } | { readonly dialect: "other" };

/** Sends one safe request. */
type Probe = (operation: OperationName, more?: Pick<DialectRequest, "query" | "select">) => Promise<DialectResponse>;

/**
 * Finds out by reading how a service speaks, and keeps it. The contract is known by three answers that fit to the last field: another
 * dialect may share one of them. Throws where nothing is found out, such as for a service that is down: then it is asked again.
 */
export async function findDialect(
  context: ClientContext,
  store: ProfileStore,
  signal: AbortSignal,
): Promise<FoundDialect> {
  const probe: Probe = (operation, more) => send(context, store.read(), { operation, options: { signal }, ...more });
  const first = await probe("me.get");
  // The first access token may have shown how the authorization server takes the client secret.
  const profile = store.read();
  // Our own service needs nothing beside a bearer.
  const isOther = (isBearerToken(profile) ? undefined : profile.credential) ?? profile.headers ?? profile.tenant;
  const me = first.refusal || isOther ? undefined : meSchema.safeParse(first.json).data;
  const verdict = me ? await confirm(probe) : "no";
  if (me && verdict !== "no") {
    if (verdict === "yes") store.save({ ...store.read(), dialect: "contract" });
    return { dialect: "contract", me };
  }
  await requireUnderstoodService({ context, profile, signal, first });
  const learned = await learnServiceDocument(context, store.read(), signal);
  store.save({ ...learned, dialect: "other" });
  return { dialect: "other" };
}

/** Whether requests carry an access token as the contract says. */
function isBearerToken({ credential }: DialectProfile): boolean {
  const { clientCredentials, header = "", scheme = "" } = credential ?? {};
  return clientCredentials !== undefined && /^authorization: bearer$/i.test(`${header}: ${scheme}`);
}

/** `unsure`: the service does not say just now. */
type Verdict = "yes" | "no" | "unsure";

async function confirm(probe: Probe): Promise<Verdict> {
  try {
    const list = await probe("projects.list", { query: { limit: "1" } });
    const listed = verdictOf(list, "projects.list");
    if (listed !== "yes" || list.refusal || !isRecord(list.json) || !Array.isArray(list.json.items)) return listed;
    if (list.json.items.length > 1) return "no";
    const [item]: readonly unknown[] = list.json.items;
    if (!isRecord(item) || typeof item.id !== "string") return "yes";
    const one = await probe("project.get", { select: { by: { in: "query", name: "id" }, value: item.id } });
    const isAnother = !one.refusal && isRecord(one.json) && one.json.id !== item.id;
    return isAnother ? "no" : verdictOf(one, "project.get");
  } catch (error) {
    if (error instanceof ApiError && error.name !== "AbortedError") return "unsure";
    throw error;
  }
}

/** Whether an answer is one of the contract's: a refusal is known by its code. */
function verdictOf({ status, json, text, refusal }: DialectResponse, operation: OperationName): Verdict {
  if (status >= 500 || status === 429 || isHtmlBody(text)) return "unsure";
  if (!refusal) return operationTable[operation].output?.safeParse(json).success ? "yes" : "no";
  return isContractProblem(json) && status === 403 ? "yes" : "no";
}

interface Contact {
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
async function requireUnderstoodService({ context, profile, signal, first }: Contact): Promise<void> {
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
function isContractProblem(json: unknown): boolean {
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
