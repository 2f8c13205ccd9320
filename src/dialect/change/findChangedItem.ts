import * as l10n from "@vscode/l10n";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { readPages } from "../list/readListPage.ts";
import { type ReadItem, readItem } from "../read/readResponse.ts";
import { findInList, readCurrent, readItemById } from "../select/readItemById.ts";
import { selectedId } from "../select/selectors.ts";
import { createMissingItemError, createUnclearError } from "../send/dialectError.ts";
import { nextUrl } from "../send/send.ts";
import { ignoreFailure, profileOf, sendRequest, startInnerCall } from "../session.ts";
import { findOperationFacts, findRelatedList } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { appliedWaitsMs, findDifference, isPublishing } from "./requireApplied.ts";

/** Whether an operation makes an item that was not there before. */
function isMaking({ name }: DialectCall): boolean {
  return /\.(?:create|start|deploy|install)$/.test(name);
}

/** When a change was sent. */
export interface SentChange {
  readonly at: number;
  /** The item before, if only that shows whether a version was published. */
  readonly before?: UnknownRecord | undefined;
}

/** What has to be known before a change is sent, to see afterwards what it did. */
export async function prepareChange(call: DialectCall): Promise<SentChange> {
  const before = isPublishing(call) ? await readCurrent(call) : undefined;
  return { at: call.session.context.clock.now(), before };
}

/** The item that a change made or changed: in the response, where the response points to, or read again. */
export async function findChangedItem(
  call: DialectCall,
  response: DialectResponse,
  sent: SentChange,
): Promise<UnknownRecord> {
  const answered = readAnswered(call, response);
  const shown = answered && (await findShown(call, answered));
  if (shown) return shown;
  const located = await readLocation(call, response);
  if (located) return located;
  const { resource } = findOperationFacts(call.name);
  const canRead = resource !== "token" && call.name !== "apiKeys.create";
  for (const waitMs of canRead ? appliedWaitsMs : []) {
    if (waitMs > 0) await call.session.context.clock.wait(waitMs, call.options.signal);
    const item = await readAgain(call, response, sent);
    if (item) return item;
  }
  if (isUnreadable(response)) throw createMissingItemError(call, response, resource);
  const { status } = response;
  const problem =
    resource === "token"
      ? l10n.t`the service accepted it (${status}), and the response holds no token. Refresh`
      : l10n.t`the service accepted it (${status}), and what it made or changed was not found after that. Refresh`;
  throw createUnclearError(call, problem, status);
}

/** Whether a response has a text that is no JSON, such as a page for a browser. */
const isUnreadable = ({ json, text }: DialectResponse) => json === undefined && text !== "";

/** What says nothing that was asked for can be the work that makes an item: then it is the one whose id is in the list. */
async function findShown(call: DialectCall, item: UnknownRecord): Promise<UnknownRecord | undefined> {
  const asked = Object.entries(listAsked(call)).filter(([, value]) => value !== undefined);
  const isNamed = asked.length > 0 ? asked.some(([field, value]) => item[field] === value) : item.name !== undefined;
  if (!isMaking(call) || call.name === "apiKeys.create" || isNamed) return item;
  return isText(item.id) ? ignoreFailure(call, findInList(call, item.id)) : undefined;
}

/** What a change whose response was lost has made or changed; undefined if nothing shows that it took effect. */
export async function findLostItem(call: DialectCall, sent: SentChange): Promise<UnknownRecord | undefined> {
  if (call.name === "apiKeys.create" || call.name === "skill.uninstall") return undefined;
  const item = await readAgain(call, undefined, sent).catch(() => undefined);
  if (call.name === "server.generate") return item?.status === "generating" ? item : undefined;
  const isShown = isMaking(call) || (call.name.endsWith(".update") && item && !findDifference(call, item, sent.before));
  return isShown ? item : undefined;
}

function readAnswered(call: DialectCall, response: DialectResponse): UnknownRecord | undefined {
  if (isRecord(response.json) ? isLongRunning(response.json) : profileOf(call).item === undefined) return undefined;
  const read = readItem(call, response);
  if (!read) return undefined;
  const { resource } = findOperationFacts(call.name);
  const { item } = read;
  if (resource === "token") return isText(item.accessToken ?? item.access_token) ? item : undefined;
  if (call.name === "apiKeys.create") return withKey(call, read, response);
  if (resource === "userSetting") return read.fieldCount > 0 || Object.keys(item).length > 1 ? item : undefined;
  return isText(item.id) && isExpected(call, item) ? item : undefined;
}

/** Google's long-running operation and its like. */
function isLongRunning(json: UnknownRecord): boolean {
  return typeof json.done === "boolean" && ("name" in json || "id" in json);
}

/** A new key with what the response says of it; some services answer with nothing but the key. */
function withKey(call: DialectCall, { item }: ReadItem, { json }: DialectResponse): UnknownRecord | undefined {
  const key = isText(item.key) ? item.key : newKeyIn(json);
  if (key === undefined) return undefined;
  return { ...(isText(item.id) ? {} : { name: call.input.name }), ...item, key };
}

const keyNames =
  /^(?!.*(?:(?<!secret)id|hint|prefix|suffix|type|ur[il]|at|name|scopes?|hash|digest|fingerprint)$).*(?:key|secret|token|credential|plaintext|value)/;

/** The key that the answer to its making alone holds, beside the item or in it, whatever it is called. */
function newKeyIn(json: unknown, depth = 3): string | undefined {
  if (!isRecord(json) || depth === 0) return undefined;
  const here = Object.entries(json).find(([name, value]) => keyNames.test(plainName(name)) && isLong(value));
  if (here) return String(here[1]);
  const inner = Object.values(json).filter((value): value is UnknownRecord => isRecord(value));
  return inner.map((value) => newKeyIn(value, depth - 1)).find((key) => key !== undefined);
}

/** What only recognises a key is short. */
const isLong = (value: unknown) => typeof value === "string" && value.length >= 16 && !/[*…•]|\s/.test(value);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Whether an item can be the one that the change is about: it contradicts nothing that was asked for. */
function isExpected(call: DialectCall, item: UnknownRecord): boolean {
  const { resource, owner } = findOperationFacts(call.name);
  if (owner === resource) return item.id === selectedId(call);
  const { input } = call;
  const [agent, other] = [input.target, item.target].map((target) => (isRecord(target) ? target.agent : undefined));
  if (isText(agent) && isText(other) && agent !== other) return false;
  return Object.entries(listAsked(call)).every(
    ([field, value]) => value === undefined || !isText(item[field]) || item[field] === value,
  );
}

/** What a made item is asked to be, by its fields. */
function listAsked({ name, input }: DialectCall): UnknownRecord {
  const { owner } = findOperationFacts(name);
  return owner === undefined ? { name: input.name } : { [`${owner}Id`]: input.id, version: input.version };
}

/** What the response points to: `Location`, or the target of a long-running operation. */
async function readLocation(call: DialectCall, { headers, json }: DialectResponse): Promise<UnknownRecord | undefined> {
  const { base } = call.session.context;
  const location = Array.isArray(headers.location) ? headers.location[0] : headers.location;
  const url = location === undefined ? undefined : nextUrl(base, operationTable[call.name], location);
  if (url?.origin === base.origin) {
    const response = await ignoreFailure(call, sendRequest(call, { url, method: "GET" }));
    const item = response && !response.refusal ? readAnswered(call, response) : undefined;
    if (item) return item;
  }
  const target = isRecord(json) ? targetOf(json) : undefined;
  return target === undefined ? undefined : readTarget(call, target);
}

function targetOf(json: UnknownRecord): string | undefined {
  const { metadata, response, target, resource, result } = json;
  const holders = [metadata, response, result].filter(isRecord);
  const found = [target, resource, ...holders.flatMap((one) => [one.target, one.resource, one.name, one.id])];
  return found.find(isText);
}

/** By resource, or for runs by what starts them: the operation that reads one. */
const getOperations: Readonly<Record<string, OperationName>> = {
  deployment: "deployment.get",
  project: "project.get",
  "serverTestRuns.start": "serverTestRun.get",
  "skillTestRuns.start": "skillTestRun.get",
};

async function readTarget(call: DialectCall, id: string): Promise<UnknownRecord | undefined> {
  const { resource } = findOperationFacts(call.name);
  const name = getOperations[resource === "testRun" ? call.name : resource];
  return name ? ignoreFailure(call, readItemById(startInnerCall(call, name, { id }))) : findInList(call, id);
}

async function readAgain(
  call: DialectCall,
  response: DialectResponse | undefined,
  sent: SentChange,
): Promise<UnknownRecord | undefined> {
  if (call.name === "skill.uninstall")
    return response && !isUnreadable(response) ? { id: selectedId(call), status: "removed" } : undefined;
  if (!isMaking(call)) return readCurrent(call);
  const made = (await listMade(call, sent)).filter(({ id }) => isText(id));
  return made.length === 1 ? made[0] : undefined;
}

/** The items that the change can have made: they agree with it and are not older. */
async function listMade(call: DialectCall, sent: SentChange): Promise<readonly UnknownRecord[]> {
  // Many services state whole seconds.
  const at = Math.floor(sent.at / 1000) * 1000;
  const items = await readRelatedItems(call);
  return items.filter((item) => isExpected(call, item) && isMadeSince(item, at));
}

/** The items of the list that shows what was made, as far as it can be read. */
async function readRelatedItems(call: DialectCall): Promise<readonly UnknownRecord[]> {
  const items: UnknownRecord[] = [];
  const related = findRelatedList(call.name, call.input);
  const read = async () => {
    if (!related) return;
    for await (const page of readPages(startInnerCall(call, related.name, related.input))) items.push(...page.items);
  };
  await ignoreFailure(call, read());
  return items;
}

/** Nothing shows that an item without a time is the new one. */
const isMadeSince = ({ createdAt, startedAt }: UnknownRecord, at: number) =>
  Date.parse(String(createdAt ?? startedAt)) >= at;
