import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { operationNames } from "../../contract/operationNames.ts";
import type { OperationName } from "../../contract/operations.ts";
import { listKinds } from "../../contract/profile/profileNames.ts";
import type { FieldProposal, KindProposal, Proposals, ServiceSamples } from "../../contract/profile/profileProposal.ts";
import type { Fields, Shape } from "../../contract/profile/shape.ts";
import type { ValueExpression } from "../../contract/profile/valueExpression.ts";
import { areUuids } from "../../contract/received.ts";
import {
  type FieldPath,
  formatFieldPath,
  getValueAtPath,
  normalizeFieldPath,
  omitAtPath,
} from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { isComputed, placeExpressions } from "../read/expression.ts";
import { type FieldSearch, type FoundPlace, findFields } from "../read/findFields.ts";
import { findConventions, listKindWords } from "../vocabulary/conventions.ts";
import { findOperationFacts, findStateFamily, findStateField } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { canBecome, idOf, isStated, textOf, wordOf } from "../vocabulary/values.ts";
import { findByValues } from "./findByValues.ts";
import {
  createColumn,
  entryKinds,
  type ItemPlaces,
  listEntries,
  listPlaces,
  type PlacedColumn,
  proposeList,
} from "./itemPlaces.ts";
import { proposeParts } from "./proposeParts.ts";

/** The items of a kind in all samples, with the fields that the contract has for them. */
interface KindItems {
  readonly kind: string;
  readonly fields: Fields;
  readonly items: readonly UnknownRecord[];
}

interface SeenKind extends KindItems {
  readonly search: FieldSearch;
  readonly places: ItemPlaces;
}

/** What samples of a service may mean, by names and values. */
export const proposals: Proposals = {
  kinds: (profile, samples) => {
    const whole = groupByKind(samples).map((one) => seeKind(profile, one));
    const entries = whole.flatMap((one) => listEntryKinds(profile, one)).map((one) => seeKind(profile, one));
    const seen = [...whole, ...entries];
    const ids = new Map(seen.map((one) => [one.kind, idsOf(one)]));
    return seen.map((one) => proposeKind(profile, one, (kind) => ids.get(kind)));
  },
  meaningOf: (profile, kind, values) => {
    const states = listStates(kind);
    const family = findStateFamily(kind, findStateField(kind));
    const { stateOf } = conventionsOf(profile);
    // The last word says most: `completed`, `failure`.
    return values.flatMap((word) => (word ? (stateOf(family, states, word) ?? []) : [])).at(-1);
  },
  usualWords: (profile, kind) =>
    conventionsOf(profile).usualWords(findStateFamily(kind, findStateField(kind)), listStates(kind)),
};

const conventionsOf = (profile: DialectProfile) => findConventions(profile.preset, listKindWords(profile));

function groupByKind(samples: ServiceSamples): readonly KindItems[] {
  const kinds = new Map<string, KindItems>();
  // The keys are names of operations.
  for (const operation of Object.keys(samples) as OperationName[]) {
    const { resource: kind, fields } = findOperationFacts(operation);
    const known = kinds.get(kind);
    const items = [...(known?.items ?? []), ...(samples[operation] ?? [])];
    kinds.set(kind, { kind, fields: { ...fields, ...known?.fields }, items });
  }
  return [...kinds.values()].filter(({ items }) => items.length > 0);
}

function seeKind(profile: DialectProfile, one: KindItems): SeenKind {
  const { kind, fields, items } = one;
  const operations = operationNames.filter((name) => findOperationFacts(name).resource === kind);
  const lines = [profile.kinds?.[kind], ...operations.map((name) => profile.operations[name])];
  const given: Record<string, ValueExpression | null> = {};
  for (const line of lines) Object.assign(given, line?.fields);
  const { places } = placeExpressions(given, items, undefined);
  const search = { kind, fields, conventions: conventionsOf(profile), given: places, isProposal: true };
  return { ...one, search, places: listPlaces(items) };
}

function idsOf({ search, items }: SeenKind): ReadonlySet<string> {
  const named = findFields(search, items);
  const { id = named.id } = findByValues(search, items, named, () => undefined);
  return new Set(id && items.flatMap((item) => idOf(getValueAtPath(item, id.place)) ?? []));
}

/** The entries of lists in items, which have a kind of their own: the cases of a test run. */
function listEntryKinds(
  profile: DialectProfile,
  { kind, fields, items, search, places }: SeenKind,
): readonly KindItems[] {
  return Object.entries(entryKinds[kind] ?? {}).flatMap(([field, entryKind]): readonly KindItems[] => {
    const shape = fields[field]?.shape;
    if (shape?.kind !== "list" || shape.of.kind !== "object") return [];
    const found = findFields(search, items)[field];
    const { path } = proposeList(field, places.lists, found, givenPath(profile, kind, field));
    const entries = path === undefined ? [] : listEntries(items, path);
    return entries.length === 0 ? [] : [{ kind: entryKind, fields: shape.of.fields, items: entries }];
  });
}

function givenPath({ kinds }: DialectProfile, kind: string, field: string): string | undefined {
  const given = kinds?.[kind]?.fields?.[field];
  return typeof given === "string" ? given : undefined;
}

/** Objects in the items that are none themselves: what has an id, such as the project of a server, is another thing. */
function listHolders({ items, places }: SeenKind): readonly FieldPath[] {
  const hasId = (base: FieldPath) =>
    items.some((item) => {
      const object = getValueAtPath(item, base);
      return isRecord(object) && Object.keys(object).some((name) => /id$/i.test(name));
    });
  return places.objects.filter((base) => base.length > 0 && !hasId(base)).slice(0, mostHolders);
}

/** More objects than these are a map. */
const mostHolders = 20;

/** The fields found by name, in the item or else in an object that it has: `fields`, `spec`. */
function findHeldFields(search: FieldSearch, items: readonly UnknownRecord[], holders: readonly FieldPath[]) {
  const own = findFields(search, items);
  // An object that has more of the fields than the item itself is what holds them.
  const bases = holders.filter((base) => {
    const objects = items.map((item) => getValueAtPath(item, base)).filter(isRecord);
    return Object.keys(findFields({ ...search, given: {} }, objects)).length > Object.keys(own).length;
  });
  const held = findFields({ ...search, bases }, items);
  const added = Object.entries(held).map(([field, found]) => [field, { ...found, because: "synonym" }] as const);
  return { ...Object.fromEntries(added), ...own };
}

/** The fields found by name. Generated ids under `name` are no names: the next candidate is proposed. */
function findNamedFields(
  search: FieldSearch,
  items: readonly UnknownRecord[],
  holders: readonly FieldPath[],
): Record<string, FoundPlace> {
  const { name, ...others } = findHeldFields(search, items, holders);
  if (!name) return others;
  const { because, place } = name;
  if (because !== "name" || !areUuids(items.map((item) => getValueAtPath(item, place)))) return { ...others, name };
  const { name: next } = findFields(
    search,
    items.map((item) => omitAtPath(item, place)),
  );
  return next ? { ...others, name: next } : others;
}

type IdsOf = (kind: string) => ReadonlySet<string> | undefined;

function proposeKind(profile: DialectProfile, seen: SeenKind, idsOfKind: IdsOf): KindProposal {
  const { kind, fields, items, search, places } = seen;
  const { columns: listed, lists } = places;
  const { conventions } = search;
  const bases = listHolders(seen);
  const named = findNamedFields(search, items, bases);
  const found = { ...named, ...findByValues(search, items, named, idsOfKind, bases) };
  const states = statesOf(fields[findStateField(kind)]?.shape);
  const statePaths = states.length === 0 ? [] : findStatePaths(profile, seen, found);
  const proposed = Object.entries(fields).flatMap(
    ([field, { shape }]): readonly (readonly [string, FieldProposal])[] => {
      if (shape.kind === "list" && shape.of.kind === "object") {
        const isAsked = entryKinds[kind]?.[field] !== undefined;
        return [[field, proposeList(field, isAsked ? lists : [], found[field], givenPath(profile, kind, field))]];
      }
      const ids = shape.kind === "id" && field !== "id" ? idsOfKind(field.replace(/Id$/, "")) : undefined;
      const names = conventions.fieldNames(kind, field).map(plainName);
      const choicesOf = (of: Shape, path: string | undefined) =>
        listChoices(of, path, listed, { names, looks: looksOf(field), ids });
      const path = pathOf(found[field]);
      const whole = found[field]?.place;
      return [
        [field, { path, because: found[field]?.because, choices: choicesOf(shape, path) }],
        ...proposeParts({ field, shape, items, conventions, whole, objects: places.objects, choicesOf }),
      ];
    },
  );
  const columns = withColumns(listed, items, fields, found, statePaths);
  return {
    kind,
    count: items.length,
    fields: Object.fromEntries(proposed),
    columns: [...columns.map(({ path, values }) => ({ path, values })), ...lists],
    statePaths,
    states,
  };
}

/** The columns, with those of objects that hold a field, and of what rules of the profile select. */
function withColumns(
  listed: readonly PlacedColumn[],
  items: readonly UnknownRecord[],
  fields: Fields,
  found: Readonly<Record<string, FoundPlace>>,
  statePaths: readonly string[],
): readonly PlacedColumn[] {
  const isListed = (path: string) => listed.some((column) => column.path === path);
  const selected = statePaths.filter((path) => !isListed(path)).map((path) => createColumn(items, path, wordOf));
  const holding = Object.entries(found).flatMap(([field, { place }]) => {
    const kind = fields[field]?.shape.kind;
    const path = formatFieldPath(place);
    if (isListed(path) || statePaths.includes(path) || isComputed(place)) return [];
    return kind === "id" || kind === "text" ? [createColumn(items, path, kind === "id" ? idOf : textOf)] : [];
  });
  return [...listed, ...selected, ...holding];
}

const statesOf = (shape: Shape | undefined) => (shape?.kind === "choice" ? shape.values : []);

let kinds: ReturnType<typeof listKinds> | undefined;

function listStates(kind: string): readonly string[] {
  kinds ??= listKinds();
  return statesOf(kinds[kind]?.[findStateField(kind)]?.shape);
}

const pathOf = (found: FoundPlace | undefined) =>
  !found || isComputed(found.place) ? undefined : formatFieldPath(found.place);

const mostChoices = 30;
const leastName = 4;

/** What makes a column likely: the ids of the kind that it would link to, and the names that services have for the field. */
interface Likeness {
  readonly names: readonly string[];
  /** What its values look like. */
  readonly looks: RegExp | undefined;
  readonly ids: ReadonlySet<string> | undefined;
}

const looksOf = (field: string) => (/version$/i.test(field) ? /^v?\d+\.\d+/ : field === "email" ? /@/ : undefined);

function listChoices(
  shape: Shape,
  path: string | undefined,
  columns: readonly PlacedColumn[],
  { names, looks, ids }: Likeness,
): readonly string[] {
  const able = columns.filter(({ values }) => values.some((value) => isStated(value) && canBecome(shape, value)));
  const rank = ({ place, values }: PlacedColumn) => {
    const name = plainName(place.at(-1) ?? "");
    const isLink = ids && values.every((value) => value === null || ids.has(value));
    if (isLink || values.some((value) => value !== null && looks?.test(value))) return 0;
    return names.some((one) => one.length >= leastName && name.includes(one)) ? 1 : 1 + place.length;
  };
  const paths = able.toSorted((a, b) => rank(a) - rank(b)).map((column) => column.path);
  return [...new Set([...(path === undefined ? [] : [path]), ...paths])].slice(0, mostChoices);
}

const mostStates = 20;

/** The place of the state, and the field beside it that says how it ended. */
function findStatePaths(
  profile: DialectProfile,
  { kind, search: { conventions }, items, places: { columns } }: SeenKind,
  found: Readonly<Record<string, FoundPlace>>,
): readonly string[] {
  const rules = profile.kinds?.[kind]?.states;
  if (rules && rules.length > 0)
    return [...new Set(rules.flatMap(({ when }) => Object.keys(when).map(normalizeFieldPath)))];
  const place = found[findStateField(kind)]?.place;
  if (!place) return [];
  const isBeside = (other: FieldPath) => other.slice(0, -1).join("\n") === place.slice(0, -1).join("\n");
  const words = createColumn(items, formatFieldPath(place), wordOf).values;
  const isIn = (column: PlacedColumn) => column.place.slice(0, place.length).join("\n") === place.join("\n");
  const state = columns.find((column) => isIn(column) && column.values.every((value, at) => value === words[at]));
  const isEnd = state?.values.some((value) => value !== null && conventions.isFinished(value)) ?? false;
  const outcome = isEnd
    ? columns.find(({ place: other, values }) => {
        const isNamed = conventions.outcome.includes(plainName(other.at(-1) ?? ""));
        return isNamed && isBeside(other) && new Set(values).size <= mostStates;
      })
    : undefined;
  return [state, outcome].flatMap((column) => column?.path ?? []);
}
