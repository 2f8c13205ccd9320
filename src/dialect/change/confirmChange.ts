import * as l10n from "@vscode/l10n";
import type { ConfirmRequest, RequestPreview } from "../../client/client.ts";
import { startDeadline } from "../../client/clock.ts";
import { describeFailedCall } from "../../client/errorMessages.ts";
import { NotConfirmedError } from "../../client/errors.ts";
import { redactSecretTexts } from "../../client/redaction.ts";
import { collectConfidentialTexts } from "../../contract/confidential.ts";
import type { SelectorProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { isRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";
import { type BuildRequest, type BuiltRequest, startLines } from "../refusal/correctRequest.ts";
import { type DialectPreparedCall, fillHeaders, prepare } from "../send/send.ts";
import { requestKey } from "../session.ts";

/** A change, as `sendCorrected` sends it. */
export interface Change {
  readonly build: BuildRequest;
  readonly select: SelectorProfile | undefined;
}

/** Confirms the first request of a change. The result sends exactly this one first; corrections of a refusal follow unconfirmed. */
export async function confirmChange(call: DialectCall, { build, select }: Change): Promise<Change> {
  if (!findHook(call)) return { build, select };
  let confirmed: BuiltRequest | undefined = await confirmRequest(call, await build(startLines(call, select)));
  const buildNext: BuildRequest = (lines) => {
    const first = confirmed;
    confirmed = undefined;
    return first ?? build(lines);
  };
  return { build: buildNext, select };
}

/** The request with the values that were confirmed. Throws if the user does not confirm it. */
export async function confirmRequest(call: DialectCall, request: BuiltRequest): Promise<BuiltRequest> {
  const confirm = findHook(call);
  if (!confirm) return request;
  const { session, name, options, budget } = call;
  const { context, store } = session;
  const leftMs = budget.leftMs();
  const sending = { ...request, operation: name, given: call.input, options };
  const confirmed = { ...sending, headers: fillHeaders(context, store.read(), sending) };
  const prepared = await prepare(context, store.read(), confirmed);
  const isConfirmed = await confirm(createPreview(call, prepared));
  // The time that the user needs is not the service's.
  budget.leftMs = startDeadline(context.clock, leftMs);
  if (isConfirmed) return confirmed;
  const { host } = context.base;
  const message = l10n.t`${describeFailedCall(name, host)}: it was not confirmed, so nothing was sent.`;
  throw new NotConfirmedError(message, { operation: name, host });
}

/** Undefined if the request needs no confirmation. */
function findHook({ session, name, options }: DialectCall): ConfirmRequest | null | undefined {
  const { method, safe } = { safe: false, ...operationTable[name] };
  if (method === "GET" || safe) return undefined;
  // A question of the call's own is always asked.
  if (options.confirmRequest !== undefined) return options.confirmRequest;
  return session.accepted.has(requestKey({ session, name })) ? undefined : session.context.confirmRequest;
}

function createPreview(
  { session, name, input }: DialectCall,
  { request, secrets, fields }: DialectPreparedCall,
): RequestPreview {
  const { method, url, headers } = request;
  const redact = (text: string) => redactSecretTexts(text, secrets.credentials);
  const schema = operationTable[name].body;
  const hidden = schema === null ? [] : collectConfidentialTexts(schema, input);
  return {
    operation: name,
    host: session.context.base.host,
    method,
    url: redact(url.href),
    headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, redact(value)])),
    body: maskTexts(fields, new Set(hidden), redact),
  };
}

const mask = "***";
/** Shorter texts are parts of plain words. */
const shortestPart = 4;

/** Masks the texts that are or contain a confidential one. */
function maskTexts(value: unknown, hidden: ReadonlySet<string>, redact: (text: string) => string): unknown {
  const parts = [...hidden].filter(({ length }) => length >= shortestPart);
  const maskText = (text: string) =>
    (text !== "" && hidden.has(text)) || parts.some((part) => text.includes(part)) ? mask : redact(text);
  const maskValue = (current: unknown): unknown => {
    if (typeof current === "string") return maskText(current);
    if (Array.isArray(current)) return current.map(maskValue);
    if (!isRecord(current)) return current;
    return Object.fromEntries(Object.entries(current).map(([field, inner]) => [field, maskValue(inner)]));
  };
  return maskValue(value);
}
