import type { OperationProfile, SelectorProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { formatFieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord } from "../../text/record.ts";
import { wrapperOf } from "../change/buildBody.ts";
import { findInputField, listFieldsAndParts, listInputFields, wireNameOf } from "../change/inputFields.ts";
import type { DialectCall, DialectRequest, DialectResponse } from "../dialectCall.ts";
import { sizeParamOf } from "../list/sizeParam.ts";
import { canSelect, listSelectors } from "../select/selectors.ts";
import { conventionsOf, learn, nameStyleOf, profileOf, sendRequest } from "../session.ts";
import { detectNameStyle, type NameStyle, toCamel, toNameStyle } from "../vocabulary/nameStyle.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { type RequestHint, readRequestHints } from "./requestHints.ts";

/** What is built again for each attempt, from the lines of the profile as far as they are known. */
export type BuildRequest = (lines: OperationProfile) => BuiltRequest | Promise<BuiltRequest>;
export type BuiltRequest = Omit<DialectRequest, "operation" | "options">;

const mostAttempts = 7;

/**
 * Sends a request, and again as long as the refusal says what must be different: a missing or unknown parameter, the largest page, the
 * wrapper of the body. Such a refusal proves that nothing took effect. What leads to a success of a reading operation is learned; a
 * change corrects its own repetition alone.
 */
export async function sendCorrected(
  call: DialectCall,
  build: BuildRequest,
  select?: SelectorProfile,
): Promise<DialectResponse> {
  let lines = startLines(call, select);
  const attempts = new Set([JSON.stringify(lines)]);
  for (;;) {
    const response = await sendRequest(call, await build(lines));
    if (!response.refusal) {
      if (attempts.size > 1) learn(call, lines);
      return response;
    }
    const canCorrect = attempts.size < mostAttempts && (response.status >= 400 || isHarmless(call));
    const hints = canCorrect ? readRequestHints(response, call.session.store.read().errors) : [];
    const corrected = correct(call, lines, hints, attempts);
    if (!corrected) return response;
    attempts.add(JSON.stringify(corrected));
    lines = corrected;
  }
}

/** The lines of the first attempt. */
export function startLines(call: DialectCall, select: SelectorProfile | undefined): OperationProfile {
  return { ...(select && { select }), ...profileOf(call) };
}

/** Whether a request can be repeated although its status says that it took effect. */
function isHarmless({ name }: DialectCall): boolean {
  return operationTable[name].method === "GET" || "safe" in operationTable[name];
}

function correct(
  call: DialectCall,
  lines: OperationProfile,
  hints: readonly RequestHint[],
  attempts: ReadonlySet<string>,
): OperationProfile | undefined {
  for (const hint of hints) {
    for (const rule of rules) {
      const added = rule({ call, lines, hint, attempts });
      if (!added) continue;
      const params = added.params && { params: { ...lines.params, ...added.params } };
      const next = { ...lines, ...added, ...params };
      if (!attempts.has(JSON.stringify(next))) return next;
    }
  }
  return undefined;
}

interface Situation {
  readonly call: DialectCall;
  readonly lines: OperationProfile;
  readonly hint: RequestHint;
  readonly attempts: ReadonlySet<string>;
}

type Rule = (situation: Situation) => OperationProfile | undefined;

const rules: readonly Rule[] = [
  correctPageSize,
  correctUnknownSelector,
  correctUnknownField,
  correctMissingSelector,
  correctMissingField,
  correctWrapper,
  correctUnseenField,
];

function lastName(path: string): string {
  return path.split(".").at(-1) ?? path;
}

function correctPageSize({ call, lines, hint }: Situation): OperationProfile | undefined {
  if (hint.path !== sizeParamOf(call, lines)) return undefined;
  if (hint.problem === "unknown") return { params: { limit: null } };
  const current = lines.maxPageSize ?? 200;
  const smaller = hint.most ?? [100, 50, 20].find((size) => size < current);
  return smaller === undefined || smaller >= current ? { params: { limit: null } } : { maxPageSize: smaller };
}

/** A selector that is not known is sent in the body, else by another name. */
function correctUnknownSelector({ call, lines, hint, attempts }: Situation): OperationProfile | undefined {
  const { select } = lines;
  if (!select || select.in === "path" || hint.problem !== "unknown") return undefined;
  if (lastName(hint.path) !== lastName(select.name)) return undefined;
  const { method, body } = operationTable[call.name];
  if (select.in === "query" && method !== "GET" && method !== "DELETE" && body !== null && hint.in !== "body")
    return { select: { ...select, in: "body" } };
  const others = listSelectors({ session: call.session, name: call.name }).map(({ by }) => by);
  const next = others.find((by) => !attempts.has(JSON.stringify({ ...lines, select: by })));
  return next && { select: next };
}

/** A field that is not known is left out if nothing is lost by it; the parts of an object are sent by themselves. */
function correctUnknownField({ call, lines, hint }: Situation): OperationProfile | undefined {
  if (hint.problem !== "unknown") return undefined;
  const name = lastName(hint.path);
  const field = listFieldsAndParts(call).find(
    (one) => lines.params?.[one.name] !== null && lastName(wireNameOf(call, lines, one.name)) === name,
  );
  if (!field) return undefined;
  if (field.in === "query" || field.isSpare) return { params: { [field.name]: null } };
  return field.parts && { params: Object.fromEntries(field.parts.map((part) => [`${field.name}.${part}`, part])) };
}

function correctMissingSelector({ call, lines, hint }: Situation): OperationProfile | undefined {
  const { owner, isFilter, resource } = findOperationFacts(call.name);
  const { method, body } = operationTable[call.name];
  const { session } = call;
  if (hint.problem === "unknown" || owner === undefined || !canSelect(call, hint.path, owner)) return undefined;
  // Where it is known what selects an item, its own name is the object that the fields are in.
  const isSelected = listSelectors(call).some(({ by, isKnown }) => isKnown && by.name === lines.select?.name);
  if (isSelected && method !== "GET" && plainName(hint.path) === plainName(owner)) return undefined;
  if (isFilter && method === "GET") return { params: { [`${owner}Id`]: lastName(hint.path) } };
  if (hint.isWrapper && operationTable[call.name].body !== null && !/id$/i.test(hint.path)) return undefined;
  const { select } = lines;
  const isRefused = hint.problem === "invalid" && select?.in === "body" && select.name === hint.path;
  if (isRefused && isEmbedded(call, `${owner}Id`)) return { select: { ...select, name: `${select.name}.id` } };
  const wasSentInQuery = select?.in === "query" && select.name === lastName(hint.path);
  const mayBeInBody = method !== "GET" && (wasSentInQuery || hint.path.includes("."));
  const isLink = session.samples.get(resource)?.places[`${owner}Id`]?.at(-1) === lastName(hint.path);
  const mayBeLink = isLink && method === "POST" && body !== null;
  const part = hint.in ?? (/^x-/i.test(hint.path) ? "header" : mayBeInBody || mayBeLink ? "body" : "query");
  const name = part === "body" ? hint.path : lastName(hint.path);
  const field = /^idor|or(?:id|key|name|slug|url)$/.test(plainName(name))
    ? undefined
    : findSelectorField(call, name, owner);
  return { select: { in: part, name, ...(field !== undefined && { value: `{${field}}` }) } };
}

/** Whether the items that are read have an object with an id in the place of a link. */
function isEmbedded({ session, name }: DialectCall, field: string): boolean {
  const { places, item } = session.samples.get(findOperationFacts(name).resource) ?? {};
  const shown = places?.[field] && getValueAtPath(item, places[field]);
  return isRecord(shown) && shown.id !== undefined;
}

/** The field of the items that a selector asks for, if it is not the id: `slug` for `projectSlug`. */
function findSelectorField({ session }: DialectCall, name: string, owner: string): string | undefined {
  const sample = session.samples.get(owner);
  const [, field] = /(slug|name)$/.exec(plainName(name)) ?? [];
  if (field === undefined || sample?.places.id?.at(-1) === field) return undefined;
  return Object.keys(sample?.item ?? {}).find((key) => plainName(key) === field) ?? field;
}

function correctMissingField({ call, lines, hint }: Situation): OperationProfile | undefined {
  if (hint.problem === "unknown") return undefined;
  const field = findInputField(call, hint.path);
  if (field === undefined) return undefined;
  const wrapper = wrapperOf(call, lines);
  const bare = wrapper.length > 0 ? hint.path.replace(`${wrapper.join(".")}.`, "") : hint.path;
  const sent = wireNameOf(call, lines, field);
  // What was sent as an id and is refused is expected as the object that the items show.
  if (sent === bare && hint.problem === "invalid" && isEmbedded(call, field))
    return { params: { [field]: `${bare}.id` } };
  // A name that was sent and is missing is expected in another object.
  if (sent === bare) return undefined;
  const style = sent !== bare && plainName(sent) === plainName(bare) ? detectNameStyle([bare]) : undefined;
  if (style) return { params: restyle(call, lines, style) };
  return { params: { [field]: bare } };
}

/** The service writes the names of a body in another style than those of its items. */
function restyle(call: DialectCall, lines: OperationProfile, style: NameStyle): Record<string, string> {
  const named = listInputFields(call).filter(({ name, in: part }) => part === "body" && lines.params?.[name] !== null);
  return Object.fromEntries(
    named.map(({ name }) => [name, toNameStyle(toCamel(wireNameOf(call, lines, name)), style)] as const),
  );
}

/** `{ project: { name } }` and `{ data: { name } }`. */
function correctWrapper({ call, lines, hint }: Situation): OperationProfile | undefined {
  const { body } = operationTable[call.name];
  if (body === null || lines.body) return undefined;
  const { resource } = findOperationFacts(call.name);
  const [first = ""] = hint.path.split(".");
  const plain = plainName(first);
  const isWrapper =
    hint.isWrapper ||
    ["data", "attributes", "payload"].includes(plain) ||
    holdsFields(call, first) ||
    conventionsOf(call.session).kindNames(resource).includes(plain);
  if (!isWrapper) return undefined;
  const isWrapped = lines.wrapper !== undefined && lines.wrapper !== "$";
  if (hint.problem === "unknown")
    return isWrapped && wrapperOf(call, lines)[0] === first ? { wrapper: "$" } : undefined;
  return isWrapped ? undefined : { wrapper: formatFieldPath([first]) };
}

/** Whether the items that are read have their fields in an object of this name. */
function holdsFields({ session, name }: DialectCall, first: string): boolean {
  const places = session.samples.get(findOperationFacts(name).resource)?.places ?? {};
  return Object.values(places).some(([outer], _, { length }) => length > 1 && outer === first);
}

/** A field that was sent and is said to be missing is expected in an object of the resource's name. */
function correctUnseenField({ call, lines, hint }: Situation): OperationProfile | undefined {
  if (hint.problem !== "missing" || lines.wrapper || lines.body) return undefined;
  const field = findInputField(call, hint.path);
  if (field === undefined || !/\.(?:create|update)$/.test(call.name)) return undefined;
  if (lastName(wireNameOf(call, lines, field)) !== lastName(hint.path)) return undefined;
  const { resource } = findOperationFacts(call.name);
  return { wrapper: formatFieldPath([toNameStyle(resource, nameStyleOf(call.session, resource))]) };
}
