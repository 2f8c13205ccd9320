import * as l10n from "@vscode/l10n";
import { mayBeDone } from "../../client/createTransportError.ts";
import { AbortedError, ApiError } from "../../client/errors.ts";
import type { OperationProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { getValueAtPath, setAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { readListPage } from "../list/readListPage.ts";
import { sendCorrected } from "../refusal/correctRequest.ts";
import { isMissingOperation } from "../refusal/readErrorBody.ts";
import { readItemById } from "../select/readItemById.ts";
import { findSelector, selectedId } from "../select/selectors.ts";
import { requireOneItem, selectionOf } from "../select/sendRead.ts";
import { createNotOfferedError, createUnclearError, createUnreadableError } from "../send/dialectError.ts";
import { answersOn, ignoreFailure, startInnerCall } from "../session.ts";
import { findOperationFacts, findRelatedList } from "../vocabulary/operationFacts.ts";
import { buildBody, wrapperOf, writeId } from "./buildBody.ts";
import { type Change, confirmChange } from "./confirmChange.ts";
import { findChangedItem, findLostItem, prepareChange } from "./findChangedItem.ts";
import { isNamedById, requireApplied, requireRenamable } from "./requireApplied.ts";

/**
 * Changes something once. Before, it is read how the service writes and selects such items; afterwards, whether it did what it was asked
 * for.
 */
export async function changeItem(call: DialectCall): Promise<UnknownRecord | undefined> {
  await learnWriting(call);
  requireRenamable(call);
  await requireUnique(call);
  const change = await confirmChange(call, createChange(call));
  const sent = await prepareChange(call);
  const response = await sendCorrected(call, change.build, change.select).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !isLost(error) || call.options.signal?.aborted) throw error;
    return error;
  });
  const lost = toLostError(response);
  if (response instanceof ApiError || lost) {
    const found = await findLostItem(call, sent);
    if (!found) throw lost;
    return found;
  }
  if (response.refusal) {
    throw isMissingOperation(call, response) ? createNotOfferedError(call, response.refusal) : response.refusal;
  }
  if (findOperationFacts(call.name).output === "none") {
    if (isAnotherPage(response)) throw createUnreadableError(call, response, "");
    return undefined;
  }
  try {
    return await requireApplied(call, await findChangedItem(call, response, sent), response.status, sent.before);
  } catch (error) {
    if (!(error instanceof AbortedError)) throw error;
    const { status } = response;
    const problem = l10n.t`the service accepted it (${status}), and the call was cancelled before what it made or changed was found. Refresh`;
    throw createUnclearError(call, problem, status);
  }
}

/** Whether something other than the service responded, such as the sign-in page of a proxy. A word like "OK" is a service's own. */
function isAnotherPage({ json, text, headers }: DialectResponse): boolean {
  return json === undefined && (/^\s*</.test(text) || (text !== "" && /json/i.test(headers["content-type"] ?? "")));
}

/** Where items are identified by their names, two can have the same. */
async function requireUnique(call: DialectCall): Promise<void> {
  const { owner } = findOperationFacts(call.name);
  const id = selectedId(call);
  const places = call.session.samples.get(owner ?? "")?.places;
  if (id !== undefined && places && isNamedById(places)) await requireOneItem(call, id);
}

/** The request of a change, and how it selects the item. */
export function createChange(call: DialectCall): Change {
  const id = selectedId(call) ?? (call.name === "runtime.token" ? String(call.input.serverId) : undefined);
  const known = id === undefined ? undefined : findSelector(call);
  const build = async (lines: OperationProfile) => {
    const by = lines.select ?? known;
    const body = buildBody(call, lines);
    if (!by || id === undefined) return { body };
    const select = await selectionOf(call, by, id);
    if (by.in !== "body" || lines.body || !isRecord(body)) return { body, select };
    const wrapper = wrapperOf(call, lines);
    const link = findLink(call, by.name);
    const place = link?.place ?? by.name.split(".");
    const isInside = wrapper.every((name, at) => place[at] === name);
    const value = link ? writeId(select.value, link.shown) : select.value;
    return { body: setAtPath(body, isInside ? place : [...wrapper, ...place], value) };
  };
  return { build, select: known };
}

/** Where what a change makes shows the item that the change is about, and how: as a number, in a list, in an object. */
function findLink(call: DialectCall, name: string) {
  const { owner = "", resource } = findOperationFacts(call.name);
  const { places, item } = call.session.samples.get(resource) ?? {};
  const place = places?.[`${owner}Id`];
  return place?.at(-1) === name ? { place, shown: getValueAtPath(item, place) } : undefined;
}

/** The error of a change of which it is not known whether it took effect; undefined if that is known. */
function toLostError(response: ApiError | DialectResponse): ApiError | undefined {
  if (response instanceof ApiError) return response;
  const { status, refusal } = response;
  // A gateway sends these where it got no response of the service.
  if (!refusal || (status !== 502 && status !== 504)) return undefined;
  refusal.message += ` ${mayBeDone()}`;
  return refusal;
}

/** Whether the request may have arrived without a response. */
function isLost(error: ApiError): boolean {
  return error.name === "NetworkError" || error.name === "TimeoutError";
}

/** Reads a page of the items that are to be changed, where it is not known how they are written. */
async function learnWriting(call: DialectCall): Promise<void> {
  const { resource } = findOperationFacts(call.name);
  const { session } = call;
  const related = findRelatedList(call.name, call.input);
  const canRead = operationTable[call.name].body !== null && resource !== "token";
  // After an answer of the user, items are written otherwise.
  const isRead = session.samples.get(resource)?.answers === answersOn(session, resource);
  if (canRead && related && !isRead)
    await ignoreFailure(call, readListPage(startInnerCall(call, related.name, related.input), {}));
  if (call.name === "userSettings.update" && !isRead)
    await ignoreFailure(call, readItemById(startInnerCall(call, "userSettings.get", {})));
}
