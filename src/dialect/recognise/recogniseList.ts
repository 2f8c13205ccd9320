import { type FieldPath, walkFieldPaths } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Wanted } from "../language/fieldNames.ts";
import { numberOf } from "../language/fit.ts";
import { pluralScore } from "../language/resourceNames.ts";
import { plainName } from "../language/words.ts";
import type { Recognising } from "./foundFields.ts";
import { recogniseFields } from "./recogniseFields.ts";
import { totals } from "./recognisePaging.ts";

/** Where the items of a list stand in an answer. */
export interface FoundList {
  readonly place: FieldPath;
  readonly because: "bare" | "name" | "usual" | "only" | "empty";
  readonly items: readonly UnknownRecord[];
}

/** Of what a list is looked for. */
export type ListSubject = Omit<Recognising, "items">;

const usual = new Set(
  "items data results result records entries list values elements content nodes edges rows objects collection embedded response payload page value hits docs".split(
    " ",
  ),
);
/** Lists that are of something else, whatever is in them. */
const others = new Set("errors warnings messages links included tags scopes fields".split(" "));
const depth = 3;

interface Candidate extends FoundList {
  readonly score: number;
}

/** Finds the list of a resource, whatever it is wrapped in; undefined where the answer holds none, or none that can be told from others. */
export function recogniseList(json: unknown, subject: ListSubject): FoundList | undefined {
  const all = [...walkFieldPaths(json, depth)].flatMap(([place, value]) => candidateAt(place, value, subject));
  // By name, a list is what it is called; else what is in it has to speak for it.
  const likely = all.length > 1 || (all[0]?.score ?? 0) < 0.5 ? all.flatMap((one) => weighed(one, subject)) : all;
  const [first, second] = likely.sort((one, other) => other.score - one.score);
  if (!first) return emptyList(json, subject);
  // Two alike side by side: rather say so than show the wrong one.
  if (second && second.score > first.score - 0.01) return undefined;
  const { score, ...found } = first;
  return found;
}

function candidateAt(place: FieldPath, value: unknown, subject: ListSubject): Candidate[] {
  const plain = plainName(place.at(-1) ?? "");
  if (others.has(plain) && pluralScore(plain, subject.resource) < 1) return [];
  const named = place.length === 0 ? 1 : pluralScore(plain, subject.resource);
  const score = Math.max(named, usual.has(plain) ? 0.8 : 0.4) - 0.02 * place.length;
  const because = place.length === 0 ? "bare" : named > 0 ? "name" : usual.has(plain) ? "usual" : "only";
  // An object or a text is a list where it is called one only.
  const isCalled = place.length > 0 && (named > 0 || usual.has(plain));
  if (!Array.isArray(value) && !isCalled) return [];
  const items = itemsOf(value, subject.resource, named > 0);
  if (!items) return [];
  const isPlain = Array.isArray(value) && value.some((one) => typeof one === "string");
  return [{ place, items, because, score: score - (isPlain ? 0.3 : 0) - (Array.isArray(value) ? 0 : 0.1) }];
}

/** How well items fit counts where names do not tell; one that is called nothing and fits nothing is no list of these. */
function weighed(candidate: Candidate, subject: ListSubject): Candidate[] {
  const { items, because, score } = candidate;
  if (items.length === 0) return [{ ...candidate, score: score - 0.15 }];
  const found = Object.values(recogniseFields({ ...subject, items: items.slice(0, 5) }));
  const fitting = found.filter((one) => one.because === "name" || one.because === "synonym").length;
  return because === "only" && fitting < 2 ? [] : [{ ...candidate, score: score + 0.05 * Math.min(fitting, 8) }];
}

/**
 * The items of a list: objects, also by their keys, which then are their ids; texts, which are their names, or lines. undefined
 * where the value is no list.
 */
export function itemsOf(value: unknown, resource: string, isNamed = true): readonly UnknownRecord[] | undefined {
  if (typeof value === "string" && resource === "event" && isNamed)
    return value.split(/\r?\n/).flatMap((message) => (message === "" ? [] : [{ message }]));
  if (isRecord(value)) return keyedItems(value, isNamed, resource === "version" ? "version" : "id");
  if (!Array.isArray(value)) return undefined;
  const said = value.filter((one) => one !== null);
  if (said.every(isRecord)) return said;
  if (!said.every((one) => typeof one === "string")) return undefined;
  const names = textNames[resource] ?? ["id", "name"];
  return said.map((text): UnknownRecord => Object.fromEntries(names.map((name) => [name, text])));
}

/** What a text in place of an item is, where it is not its name. */
const textNames: Readonly<Record<string, readonly string[]>> = { event: ["message"], version: ["version"] };

/** Items by their keys look like one another; the fields of an item do not. */
function keyedItems(value: UnknownRecord, isNamed: boolean, key: string): readonly UnknownRecord[] | undefined {
  const entries = Object.entries(value);
  const items = entries.flatMap(([name, item]): UnknownRecord[] => (isRecord(item) ? [{ [key]: name, ...item }] : []));
  if (items.length !== entries.length || entries.some(([name]) => usual.has(plainName(name)))) return undefined;
  if (items.length < 2) return isNamed && items.length === 1 ? items : undefined;
  const [first = [], ...rest] = items.map((item) => Object.keys(item));
  const areAlike = rest.every(
    (keys) => 2 * keys.filter((name) => first.includes(name)).length >= Math.max(keys.length, first.length),
  );
  return areAlike ? items : undefined;
}

/** Some write nothing, or a count of none, for a list without items. */
function emptyList(json: unknown, { resource }: Pick<Wanted, "resource">): FoundList | undefined {
  if (json === null) return { place: [], items: [], because: "empty" };
  for (const [place, value] of walkFieldPaths(json, depth)) {
    const plain = plainName(place.at(-1) ?? "");
    const isCalled = pluralScore(plain, resource) > 0 || usual.has(plain);
    const isNone = isRecord(value) && Object.keys(value).length === 0;
    if (place.length > 0 && isCalled && (value === null || isNone)) return { place, items: [], because: "empty" };
    if (totals.test(plain) && numberOf(value) === 0) return { place: [], items: [], because: "empty" };
  }
  return isRecord(json) ? onlyNull(json) : undefined;
}

/** The one thing that could be a list, in an answer that says nothing else: null as it is empty. */
function onlyNull(json: UnknownRecord): FoundList | undefined {
  const entries = Object.entries(json);
  const isBare = entries.every(
    ([, value]) => value === null || typeof value === "number" || typeof value === "boolean",
  );
  const [first, ...more] = entries.filter(
    ([name, value]) => value === null && !/next|prev|cur|page|err|mess|tok|url|link/i.test(name),
  );
  return isBare && first && more.length === 0 ? { place: [first[0]], items: [], because: "empty" } : undefined;
}
