import type { StateRule } from "../../../../contract/dialectProfile.ts";
import type { KindProposal } from "../../../../contract/profile/profileProposal.ts";
import { normalizeFieldPath } from "../../../../text/fieldPath.ts";

/** Values that items have together. */
export interface Combination {
  readonly values: readonly (string | null)[];
  /** How many items have them. */
  readonly count: number;
  /** The state that the profile says. */
  readonly is?: string | undefined;
  /** What it usually means. */
  readonly proposed?: string | undefined;
}

/** A rule has at most so many values. */
const mostValues = 50;

/** The combinations of values at paths, the most frequent first. */
export function listCombinations({ columns, count }: KindProposal, paths: readonly string[]): readonly Combination[] {
  const chosen = paths.map((path) => columns.find((column) => column.path === path));
  if (!chosen.some((column) => column)) return [];
  const found = new Map<string, { values: readonly (string | null)[]; count: number }>();
  for (let at = 0; at < count; at += 1) {
    const values = chosen.map((column) => column?.values[at] ?? null);
    const key = JSON.stringify(values);
    const known = found.get(key);
    found.set(key, { values, count: (known?.count ?? 0) + 1 });
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, mostValues);
}

/** What the rules of a profile say of values; undefined if none of them is about these. */
export function applyRules(
  rules: readonly StateRule[],
  paths: readonly string[],
  values: readonly (string | null)[],
): string | undefined {
  const valueAt = (path: string) => values[paths.indexOf(normalizeFieldPath(path))] ?? null;
  return rules.find(({ when }) => Object.entries(when).every(([path, wanted]) => isOneOf(valueAt(path), wanted)))?.is;
}

function isOneOf(value: string | null, wanted: StateRule["when"][string]): boolean {
  if (typeof wanted === "object" && wanted !== null) return wanted.some((one) => isOneOf(value, one));
  if (wanted === null || value === null) return wanted === value;
  // Signs and numbers have no style: -1 is not 1.
  return value === String(wanted) || (/\p{L}/u.test(value) && toPlain(value) === toPlain(String(wanted)));
}

/** What rules about the chosen paths say of values that no combination has: these were not seen, and stay as they are. */
export function listUnseenRules(
  rules: readonly StateRule[],
  paths: readonly string[],
  combinations: readonly Combination[],
): readonly StateRule[] {
  const isSeen = (rule: StateRule) =>
    combinations.some(({ values }) => applyRules([rule], paths, values) !== undefined);
  return rules.flatMap((rule) => {
    const [path, wanted] = Object.entries(rule.when).at(-1) ?? [];
    // A rule without a condition is about all that no other rule says.
    if (path === undefined || wanted === undefined)
      return combinations.every(({ is }) => is !== undefined) ? [rule] : [];
    if (!Object.keys(rule.when).every((one) => paths.includes(normalizeFieldPath(one)))) return [];
    const unseen = listValues(wanted).filter((value) => !isSeen({ ...rule, when: { ...rule.when, [path]: value } }));
    return unseen.length === 0 ? [] : [{ ...rule, when: { ...rule.when, [path]: unseen } }];
  });
}

/** The rules that say what combinations mean; values that differ in the last path alone share a rule. */
export function toRules(paths: readonly string[], combinations: readonly Combination[]): readonly StateRule[] {
  const last = paths.at(-1);
  if (last === undefined) return [];
  const grouped = new Map<string, { when: Record<string, string | null>; lasts: (string | null)[]; is: string }>();
  for (const { values, is } of combinations) {
    if (is === undefined) continue;
    const when = Object.fromEntries(paths.slice(0, -1).map((path, at) => [path, values[at] ?? null]));
    const key = JSON.stringify([when, is]);
    const group = grouped.get(key) ?? { when, lasts: [], is };
    group.lasts.push(values[paths.length - 1] ?? null);
    grouped.set(key, group);
  }
  return [...grouped.values()].map(({ when, lasts: [first = null, ...others], lasts, is }) => ({
    when: { ...when, [last]: others.length === 0 ? first : lasts },
    is,
  }));
}

/** By state of the contract: words that usually mean it, in plain letters. */
export type UsualWords = ReadonlyMap<string, readonly string[]>;

const mostUsual = 40;

/** Rules for words that were not seen yet. The last path says most: `completed`, `failure`. */
export function toUsualRules(
  paths: readonly string[],
  combinations: readonly Combination[],
  usual: UsualWords,
): readonly StateRule[] {
  return paths.toReversed().flatMap((path) => {
    const at = paths.indexOf(path);
    const seen = combinations.flatMap(({ values }) => values[at] ?? []);
    const prefix = findPrefix(seen);
    const plain = new Set(seen.map((value) => toPlain(value.slice(prefix.length))));
    return [...usual].flatMap(([is, words]) => {
      const unseen = words.filter((word) => !plain.has(word)).slice(0, mostUsual);
      return unseen.length === 0 ? [] : [{ when: { [path]: unseen.map((word) => prefix + word) }, is }];
    });
  });
}

/** The rules, with those about one path and the same state as one, as far as a rule can have their values. */
export function joinRules(rules: readonly StateRule[]): readonly StateRule[] {
  const joined = new Map<string, StateRule>();
  for (const rule of rules) {
    const [[path = "", values] = [], ...others] = Object.entries(rule.when);
    const isJoinable = path !== "" && others.length === 0;
    const key = JSON.stringify(isJoinable ? [path, rule.is] : rule);
    const known = joined.get(key);
    const all = [...new Set([...listValues(known?.when[path]), ...listValues(values)])];
    if (!known) joined.set(key, rule);
    else if (isJoinable && all.length <= mostValues) joined.set(key, { when: { [path]: all }, is: rule.is });
    else joined.set(JSON.stringify(rule), rule);
  }
  return [...joined.values()];
}

function listValues(values: StateRule["when"][string] | undefined) {
  if (values === undefined) return [];
  return typeof values === "object" && values !== null ? values : [values];
}

const toPlain = (word: string) =>
  word
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Enumerations of some languages repeat what they are of: `DEPLOYMENT_STATE_RUNNING`. */
function findPrefix(values: readonly string[]): string {
  const prefix = /^.*(?:STATUS|STATE|PHASE|CONDITION)_/.exec(values[0] ?? "")?.[0] ?? "";
  return values.every((value) => value.startsWith(prefix)) ? prefix : "";
}
