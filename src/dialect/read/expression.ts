import type { ValueExpression } from "../../contract/profile/valueExpression.ts";
import { type FieldPath, getValueAt, getValueAtPath, readFieldPath } from "../../text/fieldPath.ts";
import { type JsonPath, readJsonPath, selectJsonNodes, type Visits } from "../../text/jsonPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { idOf, isStated, textOf } from "../vocabulary/values.ts";

/** A value of an item, as an expression of the profile takes it; undefined if there is none. */
export function evaluate(
  expression: ValueExpression,
  item: UnknownRecord,
  response: unknown,
  visits: Visits = createVisits(),
): unknown {
  if (typeof expression === "string") return valueAtPath(expression, item, visits);
  const inner = (part: ValueExpression) => evaluate(part, item, response, visits);
  if ("first" in expression) return expression.first.map(inner).find(isStated);
  if ("concat" in expression) {
    const texts = expression.concat.flatMap((part) => textOf(inner(part)) ?? []).filter((text) => text !== "");
    return texts.length === 0 ? undefined : texts.join(expression.with ?? "");
  }
  if ("template" in expression)
    return fillTemplate(expression.template, (path) => textOf(valueAtPath(path, item, visits)));
  return lookUp(expression, inner(expression.lookup), response);
}

/** Values that the paths of a profile may visit in one response; what is left then has no value. */
const mostVisits = 200_000;
const mostNodes = 1000;
export const createVisits = (): Visits => ({ left: mostVisits });

const queries = new Map<string, JsonPath | undefined>();
const mostQueries = 500;

function findQuery(text: string): JsonPath | undefined {
  if (queries.has(text)) return queries.get(text);
  if (queries.size >= mostQueries) queries.clear();
  const query = readJsonPath(text);
  queries.set(text, query);
  return query;
}

/** The one value at a path; of several, and of objects behind a selector of several, the list of them. */
export function valueAtPath(text: string, item: unknown, visits: Visits = createVisits()): unknown {
  const path = readFieldPath(text);
  if (path) return getValueAtPath(item, path);
  const query = findQuery(text);
  const nodes = query && selectJsonNodes(item, query, { mostNodes, visits });
  const values = nodes?.map(({ value }) => value);
  if (!values || values.length === 0) return undefined;
  return values.length === 1 && !isRecord(values[0]) ? values[0] : values;
}

/** The template with the values of its braces; undefined if one of them has none. */
export function fillTemplate(template: string, readValue: (name: string) => string | undefined): string | undefined {
  let isWhole = true;
  const text = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = readValue(name);
    isWhole &&= value !== undefined;
    return value ?? "";
  });
  return isWhole ? text : undefined;
}

type Lookup = Extract<ValueExpression, { readonly lookup: unknown }>;

function lookUp({ in: list, by, value }: Lookup, id: unknown, response: unknown): unknown {
  const wanted = idOf(id);
  const entries = getValueAt(response, list);
  if (wanted === undefined || !Array.isArray(entries)) return undefined;
  const entry = entries.find((one) => idOf(getValueAt(one, by)) === wanted);
  return entry === undefined ? undefined : getValueAt(entry, value);
}

/** Items in which each expression of the profile has a place of its own. */
export interface PlacedItems {
  readonly items: readonly UnknownRecord[];
  /** null: no item has the field. */
  readonly places: Readonly<Record<string, FieldPath | null>>;
}

/** A name that no service has for a field. */
const computed = (field: string) => `\u0000${field}`;
export const isComputed = (place: FieldPath) => place[0]?.startsWith("\u0000") ?? false;

/** The heads of parts that the profile names without their whole, such as `summary` of `summary.passed` alone. */
export const listPartialHeads = (given: Given): readonly string[] =>
  [...new Set(Object.keys(given).map(headOf))].filter((head) => !Object.hasOwn(given, head));

type Given = Readonly<Record<string, ValueExpression | null>>;

/** The places of the fields that the profile names. What is no plain path is computed, and put into copies of the items. */
export function placeExpressions(
  given: Given,
  wireItems: readonly UnknownRecord[],
  response: unknown,
  visits: Visits = createVisits(),
): PlacedItems {
  const places: Record<string, FieldPath | null> = {};
  const computing: string[] = [];
  for (const field of new Set(Object.keys(given).map(headOf))) {
    const expression = given[field];
    const path = typeof expression === "string" && !hasParts(given, field) ? readFieldPath(expression) : undefined;
    places[field] = expression === null ? null : (path ?? [computed(field)]);
    if (expression !== null && !path) computing.push(field);
  }
  if (computing.length === 0) return { items: wireItems, places };
  const items = wireItems.map((item) => ({
    ...item,
    ...Object.fromEntries(computing.map((field) => [computed(field), compute(given, field, item, response, visits)])),
  }));
  return { items, places };
}

/** `summary` of `summary.passed`. */
const headOf = (field: string) => field.split(".", 1)[0] ?? field;

const partsOf = (given: Given, field: string) => Object.entries(given).filter(([name]) => name.startsWith(`${field}.`));
const hasParts = (given: Given, field: string) => partsOf(given, field).length > 0;

/** A value with the parts that the profile names: `summary.passed` from the item, `cases.name` from each entry of the list. */
function compute(given: Given, field: string, item: UnknownRecord, response: unknown, visits: Visits): unknown {
  const expression = given[field];
  const whole = expression == null ? undefined : evaluate(expression, item, response, visits);
  const parts = partsOf(given, field);
  const partsFrom = (from: UnknownRecord) =>
    Object.fromEntries(
      parts.map(([name, part]) => [
        name.slice(field.length + 1),
        part === null ? null : evaluate(part, from, response, visits),
      ]),
    );
  if (parts.length === 0) return whole;
  if (Array.isArray(whole))
    return whole.map((entry: unknown) => (isRecord(entry) ? { ...entry, ...partsFrom(entry) } : entry));
  const stated = Object.entries(partsFrom(item)).filter(([, value]) => isStated(value));
  if (stated.length === 0) return whole;
  return { ...(isRecord(whole) && withoutPlaces(whole, expression, parts)), ...Object.fromEntries(stated) };
}

/** An object without the values that the profile takes from it: each is one part only. */
function withoutPlaces(
  whole: UnknownRecord,
  expression: Given[string] | undefined,
  parts: readonly (readonly [string, Given[string]])[],
): UnknownRecord {
  const base = typeof expression === "string" ? readFieldPath(expression) : undefined;
  const taken = parts.flatMap(([, part]) => {
    const path = typeof part === "string" ? readFieldPath(part) : undefined;
    return base && path?.length === base.length + 1 && base.every((name, at) => path[at] === name) ? [path.at(-1)] : [];
  });
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !taken.includes(name)));
}
