import { type OperationName, operationTable } from "../../contract/operations.ts";
import type { Fields } from "../../contract/profile/shape.ts";
import { areUuids } from "../../contract/received.ts";
import { type FieldPath, formatFieldPath, getValueAtPath, readFieldPath } from "../../text/fieldPath.ts";
import type { Visits } from "../../text/jsonPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse, ResponseFields, WireItems } from "../dialectCall.ts";
import { identifyPreset } from "../presets/presets.ts";
import { answersOn, conventionsOf, learn, profileOf, saveLearned } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { createVisits, isComputed, listPartialHeads, placeExpressions } from "./expression.ts";
import { type FieldSearch, type FoundPlace, findFields, omitProposed, type Places, placesOf } from "./findFields.ts";
import { findItem, findList, settingsIn, withoutOtherFacts } from "./findItems.ts";
import { normalise } from "./normalise.ts";

/** A list of a response: items as the contract has them, and as they came. */
export interface ReadList extends WireItems {
  readonly items: readonly UnknownRecord[];
  readonly place: FieldPath;
}

export interface ReadItem {
  readonly item: UnknownRecord;
  /** How many of the contract's fields it has. */
  readonly fieldCount: number;
}

/** Reads the list of a response; undefined if there is none. */
export function readList(
  call: DialectCall,
  { json, status, headers }: Pick<DialectResponse, "json" | "status" | "headers">,
): ReadList | undefined {
  learnPreset(call, json, headers);
  const { resource } = findOperationFacts(call.name);
  const found = findList(status === 204 ? [] : json, resource, conventionsOf(call.session), placeOf(call, "list"));
  if (!found) return undefined;
  learnPreset(call, found.items[0], headers);
  if (found.items.length > 0 && !isSamePath(placeOf(call, "list"), found.place))
    learn(call, { list: formatFieldPath(found.place) });
  return { ...readItems(call, found.items, json), place: found.place };
}

/** Reads the item of a response; undefined if there is none. */
export function readItem(call: DialectCall, { json, headers }: Pick<DialectResponse, "json" | "headers">) {
  learnPreset(call, json, headers);
  const { resource } = findOperationFacts(call.name);
  const answer = resource === "userSetting" ? settingsIn(json) : wholeOf(resource, json);
  const found = findItem(answer, resource, conventionsOf(call.session), placeOf(call, "item"));
  if (found && found.place.length > 0 && !isSamePath(placeOf(call, "item"), found.place))
    learn(call, { item: formatFieldPath(found.place) });
  return found && readOne(call, found.item, json);
}

/** The list that is most of an item: a service may answer with nothing but it. */
const mainLists: Readonly<Record<string, string>> = { usage: "metrics", health: "checks" };

function wholeOf(resource: string, json: unknown): unknown {
  const list = mainLists[resource];
  return list !== undefined && Array.isArray(json) ? { [list]: json } : json;
}

/** Where the profile says that the list or the item of the response is. */
function placeOf(call: DialectCall, part: "list" | "item"): FieldPath | undefined {
  const text = profileOf(call)[part];
  return text === undefined ? undefined : readFieldPath(text);
}

const isSamePath = (path: FieldPath | undefined, other: FieldPath) => path?.join("\n") === other.join("\n");

function readOne(call: DialectCall, wireItem: UnknownRecord, response: unknown): ReadItem {
  const { items } = readItems(call, [wireItem], response);
  const item = items[0] ?? {};
  const { resource } = findOperationFacts(call.name);
  const fieldCount = Object.keys(call.shown.fields?.fields ?? {}).filter((field) => item[field] !== undefined).length;
  return { item: resource === "userSetting" ? withoutOtherFacts(item) : item, fieldCount };
}

/** Kinds whose words mean the same everywhere; the states of others are only those that the profile says. */
const ownWords: ReadonlySet<string> = new Set(["token", "event", "userSetting"]);

/** The items of a call's resource as the contract has them; `response` is what they came in. */
export function readItems(
  call: DialectCall,
  wireItems: readonly UnknownRecord[],
  response: unknown,
): Omit<ReadList, "place"> {
  const { session } = call;
  const { resource: kind } = findOperationFacts(call.name);
  const fields = fieldsOf(call.name);
  if (kind !== "token" && kind !== "userSetting" && operationTable[call.name].method === "GET")
    session.store.saveSample?.(call.name, wireItems);
  const conventions = conventionsOf(session);
  const visits = createVisits();
  const { kinds } = session.store.read();
  const known = kinds?.[kind];
  const given = { ...fieldsOfItems(known?.fields, wireItems), ...profileOf(call).fields };
  const { items: placedItems, named } = findNamed({ kind, fields, conventions }, given, wireItems, response, visits);
  const found = withoutGeneratedName(ownWords.has(kind) ? named : omitProposed(named), placedItems);
  const places = placesOf(found);
  // Changes are written as items are, also where a value is only proposed.
  rememberSample(call, kind, wireItems[0], { ...placesOf(named), ...places });
  const reading = {
    kind,
    fields,
    conventions,
    places,
    rules: known?.states ?? (ownWords.has(kind) ? undefined : []),
    kinds,
    visits,
  };
  const isTextOfAny = kind === "deployment" && given["failure.message"] !== undefined;
  const complete = isTextOfAny ? withoutPassedFailure : (completions[kind] ?? ((item: UnknownRecord) => item));
  const items = placedItems.map((item) => complete(normalise(reading, item)));
  call.shown.fields = summarize(found, items);
  const ids = items.map(({ id }) => (typeof id === "string" ? id : undefined));
  return { items: removeSharedIds(items), wireItems, ids };
}

/** What the profile says of a kind, without the places that no item of this response has: another operation can have the field elsewhere. */
function fieldsOfItems(fields: Given = {}, items: readonly UnknownRecord[]): Given {
  const isThere = (expression: Given[string] | undefined) => {
    const path = typeof expression === "string" ? readFieldPath(expression) : undefined;
    return !path || items.some((item) => getValueAtPath(item, path) !== undefined);
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([field, expression]) => field.includes(".") || isThere(expression)),
  );
}

type Given = Parameters<typeof placeExpressions>[0];

/** The fields by the profile and by their names. What the profile says of parts alone completes what is found of their whole. */
function findNamed(
  base: Omit<FieldSearch, "given">,
  given: Given,
  wireItems: readonly UnknownRecord[],
  response: unknown,
  visits: Visits,
) {
  const find = (expressions: Given) => {
    const { items, places } = placeExpressions(expressions, wireItems, response, visits);
    const search = { ...base, given: places };
    return { items, named: findFields(search, items) };
  };
  const heads = listPartialHeads(given);
  if (heads.length === 0) return find(given);
  const wholes = Object.fromEntries(Object.entries(given).filter(([field]) => !field.includes(".")));
  const { named } = find(wholes);
  const found = heads.flatMap((head) => {
    const place = named[head]?.place;
    return place ? [[head, formatFieldPath(place)] as const] : [];
  });
  return find({ ...given, ...Object.fromEntries(found) });
}

/** Some have a text where failures are, also of a deployment that has not failed. */
function withoutPassedFailure(deployment: UnknownRecord): UnknownRecord {
  if (typeof deployment.status !== "string" || deployment.status === "failed") return deployment;
  const { failure, ...others } = deployment;
  return others;
}

/** A limit of 0 with something used is how some say that there is none. */
function withoutZeroLimits(usage: UnknownRecord): UnknownRecord {
  if (!Array.isArray(usage.metrics)) return usage;
  const metrics = usage.metrics.map((metric: unknown) =>
    isRecord(metric) && metric.limit === 0 && Number(metric.used) > 0 ? { ...metric, limit: undefined } : metric,
  );
  return { ...usage, metrics };
}

/** What an item says only as a whole. */
const completions: Readonly<Record<string, (item: UnknownRecord) => UnknownRecord>> = {
  testRun: countCases,
  usage: withoutZeroLimits,
};

/** A list of test runs can have their cases, whose counts are a summary. */
function fieldsOf(operation: OperationName): Fields {
  const { resource, fields } = findOperationFacts(operation);
  return resource === "testRun" ? findOperationFacts("serverTestRun.get").fields : fields;
}

function rememberSample({ session }: DialectCall, kind: string, item: UnknownRecord | undefined, found: Places): void {
  const places = Object.fromEntries(Object.entries(found).filter(([, place]) => !isComputed(place)));
  const before = session.samples.get(kind);
  const answers = answersOn(session, kind);
  // An answer with few fields, such as a bare key, shows less than a list did.
  const isLess = before?.answers === answers && Object.keys(places).length < Object.keys(before.places).length;
  if (item && !isLess) session.samples.set(kind, { places, item, answers });
}

/** Generated ids under `name` are no names, unless the profile says so. */
function withoutGeneratedName(found: Readonly<Record<string, FoundPlace>>, items: readonly UnknownRecord[]) {
  const { name, ...others } = found;
  const isGenerated =
    name?.because === "name" && areUuids(items.slice(0, 200).map((item) => getValueAtPath(item, name.place)));
  return isGenerated ? others : found;
}

/** An id that several items have identifies none of them. */
function removeSharedIds(items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const known = new Map<unknown, UnknownRecord>();
  const shared = new Set<unknown>();
  for (const item of items) {
    const same = item.id === undefined ? undefined : known.get(item.id);
    if (same && JSON.stringify(same) !== JSON.stringify(item)) shared.add(item.id);
    known.set(item.id, item);
  }
  if (shared.size === 0) return items;
  return items.map(({ id, ...rest }) => (shared.has(id) || id === undefined ? rest : { id, ...rest }));
}

/** The first response that shows a convention decides. */
function learnPreset(call: DialectCall, json: unknown, headers: DialectResponse["headers"]): void {
  const profile = call.session.store.read();
  if (profile.preset !== undefined) return;
  const preset = identifyPreset(json, headers);
  if (preset) saveLearned(call, { ...profile, preset: preset.name });
}

const mostStates = 20;
const longestState = 40;

function summarize(found: Readonly<Record<string, FoundPlace>>, items: readonly UnknownRecord[]): ResponseFields {
  return {
    fields: Object.fromEntries(
      Object.entries(found).map(([name, one]) => [name, isComputed(one.place) ? { ...one, place: [] } : one]),
    ),
    states: findUnknownStates(items),
  };
}

function findUnknownStates(items: readonly UnknownRecord[]): string[] {
  const words = new Set(
    items.flatMap(({ status }) => (isRecord(status) && typeof status.unknown === "string" ? [status.unknown] : [])),
  );
  return [...words].filter((word) => word.length <= longestState).slice(0, mostStates);
}

const ends = ["passed", "failed", "skipped", "errored"] as const;

/** A test run with the counts of its cases, where the service gives the cases alone and each has ended. */
function countCases(run: UnknownRecord): UnknownRecord {
  const { cases, summary } = run;
  if (!Array.isArray(cases) || cases.length === 0 || (isRecord(summary) && typeof summary.passed === "number"))
    return run;
  const counts = ends.map(
    (end) => [end, cases.filter((one: unknown) => isRecord(one) && one.status === end).length] as const,
  );
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total !== cases.length) return run;
  return { ...run, summary: { ...(isRecord(summary) && summary), total, ...Object.fromEntries(counts) } };
}
