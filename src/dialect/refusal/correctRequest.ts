import type { OperationProfile, SelectorProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { listFieldsAndParts, wireNameOf } from "../change/inputFields.ts";
import type { DialectCall, DialectRequest, DialectResponse } from "../dialectCall.ts";
import { canSelect, findKnownSelector } from "../select/selectors.ts";
import { learn, profileOf, sendRequest, sizeParamOf } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { type RequestHint, readRequestHints } from "./requestHints.ts";

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
  const field = listFieldsAndParts(call).find(
    (one) => lines.params?.[one.name] !== null && lastName(wireNameOf(call, lines, one.name)) === lastName(hint.path),
  );
  return field && (field.in === "query" || field.isSpare) ? { params: { [field.name]: null } } : undefined;
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
