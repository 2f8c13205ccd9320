import type { DialectProfile, OperationProfile, SelectorProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { listInputFields, listParts, wireNameOf } from "../change/inputFields.ts";
import type { DialectCall, DialectRequest, DialectResponse } from "../dialectCall.ts";
import { canSelect, findKnownSelector } from "../select/selectors.ts";
import { learn, profileOf, sendRequest, sizeParamOf } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { type FieldError, readErrorBody } from "./readErrorBody.ts";

/** What is built again for each attempt, from the lines of the profile as far as they are known. */
export type BuildRequest = (lines: OperationProfile) => BuiltRequest | Promise<BuiltRequest>;
export type BuiltRequest = Omit<DialectRequest, "operation" | "options">;

const mostAttempts = 7;

/**
 * Sends a request, and again as long as the refusal names the parameter or field by which it must differ: how the item is selected, or
 * what can be left out without a loss. Such a refusal proves that nothing took effect. What leads to a success of a reading operation is
 * learned; a change corrects its own repetition alone.
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
    for (const rule of rules[hint.problem]) {
      const added = rule({ call, lines, hint });
      const next = { ...lines, ...added, ...(added?.params && { params: { ...lines.params, ...added.params } }) };
      if (added && !attempts.has(JSON.stringify(next))) return next;
    }
  }
  return undefined;
}

interface Situation {
  readonly call: DialectCall;
  readonly lines: OperationProfile;
  readonly hint: RequestHint;
}

type Rule = (situation: Situation) => OperationProfile | undefined;

const rules: Readonly<Record<RequestHint["problem"], readonly Rule[]>> = {
  unknown: [leaveOutSize, leaveOutField],
  missing: [selectAsAsked],
  // A page that is too large.
  invalid: [leaveOutSize],
};

const lastName = (path: string) => path.split(".").at(-1) ?? path;

/** The service has pages of a size of its own. */
function leaveOutSize({ call, lines, hint }: Situation): OperationProfile | undefined {
  return hint.path === sizeParamOf(call, lines) ? { params: { limit: null } } : undefined;
}

/** A field of which nothing is lost. */
function leaveOutField({ call, lines, hint }: Situation): OperationProfile | undefined {
  const all = listInputFields(call).flatMap((field) => [field, ...listParts(field)]);
  const field = all.find(
    (one) => lines.params?.[one.name] !== null && lastName(wireNameOf(call, lines, one.name)) === lastName(hint.path),
  );
  return field?.isSpare ? { params: { [field.name]: null } } : undefined;
}

/** A name that the service misses, and that can be what selects the item. */
function selectAsAsked({ call, lines, hint }: Situation): OperationProfile | undefined {
  const { owner, isFilter, resource } = findOperationFacts(call.name);
  const { method, body } = operationTable[call.name];
  if (owner === undefined || !canSelect(call, hint.path, owner)) return undefined;
  if (isFilter && method === "GET") return { params: { [`${owner}Id`]: lastName(hint.path) } };
  // Where it is known what selects an item, its own name is the object that the fields are in.
  const isSelected = lines.select !== undefined && findKnownSelector(call)?.name === lines.select.name;
  if (isSelected && method !== "GET" && plainName(hint.path) === plainName(owner)) return undefined;
  const { select } = lines;
  const wasSentInQuery = select?.in === "query" && select.name === lastName(hint.path);
  const mayBeInBody = method !== "GET" && (wasSentInQuery || hint.path.includes("."));
  const isLink = call.session.samples.get(resource)?.places[`${owner}Id`]?.at(-1) === lastName(hint.path);
  const mayBeLink = isLink && method === "POST" && body !== null;
  const part = hint.in ?? (/^x-/i.test(hint.path) ? "header" : mayBeInBody || mayBeLink ? "body" : "query");
  const name = part === "body" ? hint.path : lastName(hint.path);
  const field = /^idor|or(?:id|key|name|slug|url)$/.test(plainName(name))
    ? undefined
    : findSelectorField(call, name, owner);
  return { select: { in: part, name, ...(field !== undefined && { value: `{${field}}` }) } };
}

/** The field of the items that a selector asks for, if it is not the id: `slug` for `projectSlug`. */
function findSelectorField({ session }: DialectCall, name: string, owner: string): string | undefined {
  const sample = session.samples.get(owner);
  const [, field] = /(slug|name)$/.exec(plainName(name)) ?? [];
  if (field === undefined || sample?.places.id?.at(-1) === field) return undefined;
  return Object.keys(sample?.item ?? {}).find((key) => plainName(key) === field) ?? field;
}

/** What a refusal says must be different in the request. */
interface RequestHint {
  /** The name of a parameter, a header or a field, from the outside in. */
  readonly path: string;
  readonly problem: "missing" | "unknown" | "invalid";
  readonly in: "query" | "header" | "body" | undefined;
}

/** Statuses that prove that a request had no effect, and that it is about how the request was written. */
const provenStatuses: ReadonlySet<number> = new Set([400, 415, 422]);

/** More of a refusal is not read. */
const limits = { characters: 2000, hints: 100, path: 200 } as const;

/** The hints of a refusal, in its order; none if the refusal does not prove that nothing took effect. */
export function readRequestHints(
  { status, json, text, refusal }: DialectResponse,
  errors?: DialectProfile["errors"],
): readonly RequestHint[] {
  if (!provenStatuses.has(status) && !(status < 300 && provenStatuses.has(refusal?.status ?? 0))) return [];
  const body = readErrorBody(json, errors);
  const message = (body?.message ?? text).slice(0, limits.characters);
  const fields = (body?.fields ?? []).slice(0, limits.hints).map((error) => ({
    ...error,
    message: error.message.slice(0, limits.characters),
  }));
  // The text as a whole often says what the entry for a field leaves out.
  const hints = fields.filter(({ path }) => path !== "").map((error) => toHint(error, message));
  const inText = [...fields.filter(({ path }) => path === "").map((error) => error.message), message];
  const all = [...hints, ...inText.flatMap(readTextHints)].filter(({ path }) => path.length <= limits.path);
  return unique(all.slice(0, limits.hints));
}

const unknown =
  /unknown|unexpected|unrecogni[sz]ed|unsupported|additional|\bextra\b|(?:cannot|could not|no such) (?:find )?(?:field|member|property|column|attribute)|not (?:defined|accepted|allowed|permitted|supported|recogni[sz]ed|a valid (?:parameter|field))|does not exist on|doesn.t accept/i;
const missing =
  /missing|required|must (?:be (?:set|given|provided|present)|contain|have|include)|can(?:'|no)t be (?:blank|empty|null)|not be (?:blank|empty|null)|is empty/i;

function toHint({ path, message, code = "", in: part }: FieldError, whole: string): RequestHint {
  const own = `${code} ${message}`;
  const problem = problemOf(own) ?? problemOf(whole) ?? "invalid";
  return { path: path.replace(/^\$\.?/, ""), problem, in: part ?? partOf(own) ?? partOf(whole) };
}

const notFound = /(?:could|can) ?not find .* in (?:the )?(?:request|body)/i;

function problemOf(text: string): RequestHint["problem"] | undefined {
  if (notFound.test(text)) return "missing";
  return unknown.test(text) ? "unknown" : missing.test(text) ? "missing" : undefined;
}

function partOf(text: string): RequestHint["in"] {
  if (/\bquery\b/i.test(text)) return "query";
  if (/\bheader\b/i.test(text)) return "header";
  return /\b(?:body|payload)\b/i.test(text) ? "body" : undefined;
}

const nameBefore =
  /\b([A-Za-z_][\w.[\]-]{0,60})(?: in (?:body|query|path|header|formData))?:? (?:is |was |are |field )?(?:required|missing|mandatory|not (?:defined|accepted|allowed|permitted|supported|recogni[sz]ed))\b/gi;
const nameAfter =
  /\b(?:missing|required|requires|unknown|unexpected|unsupported|unrecogni[sz]ed|invalid|find|no such)(?: (?:required|query|body|request|url|header|parameter|param|field|property|member|argument|name|key))*:? [`'"“]?([A-Za-z_][\w.[\]-]{0,60})/gi;
const quoted = /[`'"“]([A-Za-z_][\w.[\]-]{0,60})[`'"”]/g;
const trailing = /(?:missing|required|empty|blank)\b[^:]{0,60}: [`'"“]?([A-Za-z_][\w.[\]-]{0,60})[`'"”]?\.?$/i;
const leading = /^([A-Za-z_][\w.[\]-]{0,60}): /;

/** Words of messages that are no names. */
const words = new Set(
  "is are the a an of in to and or not be must required missing parameter parameters param query field fields value values request body payload json data header headers invalid unknown provide provided specify please property argument string integer number valid empty none name key type error validation failed bad input id".split(
    " ",
  ),
);

/** `missing_argument: name` */
const wordsInCodes =
  /(?<=(?:missing|invalid|unknown|required|unexpected))_(?=(?:argument|parameter|param|field|header)\b)/gi;

function readTextHints(given: string): readonly RequestHint[] {
  const text = given.replaceAll(wordsInCodes, " ");
  const problem = problemOf(text) ?? "invalid";
  const all = [leading, trailing, quoted, nameBefore, nameAfter].flatMap((pattern) =>
    pattern.global ? [...text.matchAll(pattern)] : [pattern.exec(text) ?? []],
  );
  const names = all.flatMap(([, name]) => (name === undefined ? [] : [uncapitalise(name.replace(/[.:]+$/, ""))]));
  const isQuoted = (name: string) => new RegExp(`[\`'"“]${escapePattern(name)}[\`'"”]`).test(text);
  return names
    .filter((name) => isQuoted(name) || !words.has(name.toLowerCase()) || /^(?:id|name|key)$/i.test(name))
    .map((path) => ({ path, problem, in: partOf(text) }));
}

/** A sentence begins with a capital: "Release_id is required." */
const uncapitalise = (name: string) =>
  /^[A-Z][a-z]+_[a-z_]+$/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

const escapePattern = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

function unique(hints: readonly RequestHint[]): readonly RequestHint[] {
  return hints.filter((hint, index) => hints.findIndex((other) => other.path === hint.path) === index);
}
