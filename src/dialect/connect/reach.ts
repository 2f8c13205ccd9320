import * as l10n from "@vscode/l10n";
import type { ClientContext } from "../../client/clientContext.ts";
import { isHtmlBody } from "../../client/createServiceError.ts";
import {
  type ContactRefusal,
  ForbiddenError,
  ServiceError,
  UnauthorizedError,
  UnclearAnswerError,
} from "../../client/errors.ts";
import { parseResponseJson } from "../../client/parseResponse.ts";
import type { ContactHints } from "../../client/profileStore.ts";
import { type DialectProfile, isSettableHeader } from "../../contract/dialectProfile.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import type { DialectResponse } from "../dialectCall.ts";
import type { DocumentSearch } from "../openApi/documentSearch.ts";
import { type DocumentedSecurity, noSecurity } from "../openApi/openApiSecurity.ts";
import { isUnderstood, organizationIn } from "../read/readItemsWithProfile.ts";
import { send } from "../send/send.ts";
import { isContractProblem } from "./contractProblem.ts";
import {
  bearer,
  distinctWays,
  isBasicNamed,
  isSameWay,
  mayBeAnother,
  mostWays,
  namedWays,
  type Refused,
  waysFor,
} from "./credentials.ts";
import { requiredHeader, tenantNamed } from "./namedHeaders.ts";
import { openDocument } from "./openDocument.ts";

export interface Reaching {
  readonly context: ClientContext;
  readonly profile: DialectProfile;
  readonly signal: AbortSignal;
  /** What it answered when it was asked whose key it is. */
  readonly first: DialectResponse;
  readonly hints?: ContactHints | undefined;
}

/** Any of these is proof enough that the service knows the key. */
const askable = ["me.get", "projects.list", "servers.list", "organizations.list"] as const satisfies OperationName[];

const retried: readonly number[] = [408, 425, 429, 502, 503, 504];

interface Refusal {
  readonly got: DialectResponse;
  readonly refusal: ServiceError;
  readonly profile: DialectProfile;
}
interface Nothing {
  readonly answers: readonly DialectResponse[];
  readonly profile: DialectProfile;
}
type Asked =
  | { readonly kind: "answered"; readonly profile: DialectProfile }
  | ({ readonly kind: "refused" } & Refusal)
  | ({ readonly kind: "nothing" } & Nothing);

/** How a service takes a key, and what its document says of the rest. Throws where none of its answers can be made sense of. */
export async function reach(of: Reaching): Promise<DialectProfile> {
  const search = openDocument(of);
  const asked = await ask(of, of.profile, of.first);
  if (asked.kind === "answered") return search.learn(asked.profile);
  if (asked.kind === "nothing")
    throw notUnderstood(of, asked, { tried: [of.profile.credential ?? bearer], security: noSecurity });
  return tryWays(of, asked, search);
}

/** Sends the key in other ways after a refusal that leaves them open. */
async function tryWays(of: Reaching, asked: Refusal, search: DocumentSearch): Promise<DialectProfile> {
  const { got, refusal, profile } = asked;
  const refused = refusedOf(got);
  const tried = [of.profile.credential ?? bearer];
  // Our own service says that the key is wrong.
  if (refusal.status === 401 && !mayBeAnother(refused) && isContractProblem(got.json)) throw refusal;
  const isChosen = of.hints?.isCredentialChosen || of.profile.credential?.clientCredentials !== undefined;
  const isOpen = !isChosen && (mayBeAnother(refused) || of.hints?.document !== undefined);
  const security = isOpen ? await search.security(profile) : noSecurity;
  const others = isOpen ? [bearer, ...waysFor(refused, security.ways)] : [];
  const ways = others.filter((way) => !tried.some((one) => isSameWay(way, one))).slice(0, mostWays - 1);
  // A refusal of another kind says that the service knows the key.
  let telling = asked;
  for (const way of ways) {
    tried.push(way);
    const sentSo = { ...profile, credential: way };
    const answer = await sendAs(of, sentSo, got.circumstances.operation);
    throwPassing(answer);
    if (answer.refusal?.status === 401 || answer.refusal?.status === refusal.status) continue;
    const again = await ask(of, sentSo, answer);
    if (again.kind === "answered") return search.learn(again.profile);
    if (again.kind === "nothing") throw notUnderstood(of, again, { tried, security });
    if (again.refusal.status !== refusal.status) telling = again;
  }
  throw refusedContact(telling, { tried, security });
}

/** Asks until something is answered that makes sense. */
async function ask(of: Reaching, given: DialectProfile, known: DialectResponse): Promise<Asked> {
  let profile = given;
  const answers: DialectResponse[] = [];
  let refused: Asked | undefined;
  for (const name of askable) {
    let got = name === known.circumstances.operation ? known : await sendAs(of, profile, name);
    const named = await withTenant(of, profile, got, answers);
    if (named !== profile) {
      profile = named;
      got = await sendAs(of, profile, name);
    }
    const status = got.refusal?.status;
    // It was tried for a while already.
    if (got.refusal && retried.includes(got.refusal.status)) throw got.refusal;
    if (got.refusal && (status === 401 || status === 403)) {
      refused ??= { kind: "refused", got, refusal: got.refusal, profile };
      if (status === 401) return refused;
    } else if (isUnderstood(name, got) && !got.refusal) {
      throwMomentary(answers, name, got);
      return { kind: "answered", profile: name === "me.get" ? await tenantOf(of, profile, got) : profile };
    }
    answers.push(got);
  }
  for (const answer of answers) throwPassing(answer);
  return refused ?? { kind: "nothing", answers, profile };
}

function sendAs(
  { context, signal }: Reaching,
  profile: DialectProfile,
  operation: OperationName,
): Promise<DialectResponse> {
  return send(context, profile, { operation, options: { signal } });
}

/** Whose key it is may be said without an organization where nothing else is. */
async function tenantOf(of: Reaching, profile: DialectProfile, me: DialectResponse): Promise<DialectProfile> {
  if (profile.tenant) return profile;
  const got = await sendAs(of, profile, "projects.list");
  const named = await withTenant(of, profile, got, [me]);
  const isUnnamed = named.tenant !== undefined && named.tenant.value === undefined;
  if (isUnnamed && got.refusal && of.context.organizationId() === undefined)
    throw refusedContact(
      { got, refusal: got.refusal, profile: named },
      { tried: [profile.credential ?? bearer], security: noSecurity },
    );
  return named;
}

/** The same profile, unless the refusal names a header for the organization. */
async function withTenant(
  of: Reaching,
  profile: DialectProfile,
  got: DialectResponse,
  before: readonly DialectResponse[],
): Promise<DialectProfile> {
  const status = got.refusal?.status ?? 0;
  const header = !profile.tenant && [400, 401, 403, 422, 428].includes(status) ? tenantNamed(got.text) : undefined;
  if (header === undefined) return profile;
  const isList = got.circumstances.operation === "organizations.list";
  const asked = isList ? got : await sendAs(of, profile, "organizations.list");
  const value = [...before, asked].map(organizationIn).find((id) => id !== undefined);
  return { ...profile, tenant: { header, ...(value !== undefined && { value }) } };
}

type Ways = Pick<ContactRefusal, "tried"> & { readonly security: DocumentedSecurity };

/** The refusal, with what it says of the requests that the service accepts. */
function refusedContact({ got, refusal, profile }: Refusal, { tried, security }: Ways): ServiceError {
  const refused = refusedOf(got);
  const tenant = profile.tenant?.value === undefined ? profile.tenant?.header : undefined;
  const ways = distinctWays([...namedWays(refused), ...security.ways]);
  const known = [...ways, ...tried].map(({ header }) => header);
  const header = requiredHeader(refused.text, [...known, ...(profile.tenant ? [profile.tenant.header] : [])]);
  return withContactRefusal(refusal, {
    tried,
    named: ways.filter(({ header }) => isSettableHeader(header)),
    tenant,
    header,
    isBasicNamed: security.isBasicNamed || isBasicNamed(refused),
    tokenEndpoint: security.tokenEndpoint,
  });
}

/** The same error, with what the service says of the requests that it accepts. */
function withContactRefusal(error: ServiceError, contactRefusal: ContactRefusal): ServiceError {
  const { operation, host, requestId, status, code, title, detail, errors, retryAfterMs, cause } = error;
  const details = { operation, host, requestId, status, code, title, detail, errors, retryAfterMs, cause };
  const ErrorClass = [UnauthorizedError, ForbiddenError].find((known) => error instanceof known) ?? ServiceError;
  return new ErrorClass(error.message, { ...details, contactRefusal });
}

function refusedOf({ status, headers, text, refusal }: DialectResponse): Refused {
  return { status: refusal?.status ?? status, challenge: headers["www-authenticate"] ?? "", text: text.slice(0, 5000) };
}

/** The failure passes: it shows nothing of how the service speaks. */
function throwPassing({ refusal }: DialectResponse): void {
  if (refusal && isPassing(refusal.status)) throw refusal;
}

const isPassing = (status: number) => status === 429 || (status >= 500 && status !== 501);

/** Our own service that was not well for a moment speaks no other dialect. */
function throwMomentary(before: readonly DialectResponse[], name: OperationName, got: DialectResponse): void {
  const bad = before.find(({ refusal, text }) => isHtmlBody(text) || isPassing(refusal?.status ?? 0));
  if (!bad || !operationTable[name].output?.safeParse(got.json).success) return;
  throw bad.refusal ?? pageInstead(bad);
}

function pageInstead({ circumstances, ...answer }: DialectResponse): unknown {
  try {
    return parseResponseJson(circumstances, answer, true);
  } catch (error) {
    return error;
  }
}

/** Refusals that may pass once the request has what it lacks. */
const lacking: readonly number[] = [400, 403, 406, 412, 415, 422, 426, 428];

function notUnderstood({ context, first }: Reaching, { answers, profile }: Nothing, ways: Ways): unknown {
  for (const got of answers) {
    const { refusal } = got;
    if (refusal && lacking.includes(refusal.status)) return refusedContact({ got, refusal, profile }, ways);
  }
  if (isHtmlBody(first.text) && !first.refusal) return pageInstead(first);
  const { host } = context.base;
  const summaries = answers.map(({ circumstances, status, text }) => {
    const { method, path } = operationTable[circumstances.operation];
    return `${method} ${path}: ${status}${isHtmlBody(text) ? l10n.t(" with a web page") : ""}`;
  });
  const message = l10n.t`Could not connect to ${host}: none of its answers is understood (${summaries.join(", ")}). Is this the right URL? It is the part before /api/v1.`;
  return new UnclearAnswerError(message, { ...first.circumstances, status: first.status, cause: first.refusal });
}
