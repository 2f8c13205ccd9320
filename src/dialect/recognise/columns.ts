import { type FieldPath, listFieldNames } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Wanted } from "../language/fieldNames.ts";
import { isLikeShape } from "../language/fit.ts";
import { namesOf } from "../language/resourceNames.ts";
import { plainName } from "../language/words.ts";

/** What stands at one place of many items. */
export interface Column {
  readonly place: FieldPath;
  /** Plain names of the things it stands in, but for objects that only group. */
  readonly outer: readonly string[];
  readonly inner: string;
  /** How much less likely it is for where it stands. */
  readonly cost: number;
  /** One for each item; undefined where an item does not have the place. */
  readonly values: unknown[];
}

/** Objects that only group the fields of the item they stand in. */
const groups = new Set(
  "attributes attrs spec status metadata meta data info properties props details summary fields object resource links timestamps dates times audit relationships node record urls counts count stats statistics general core".split(
    " ",
  ),
);
const deepest = 5;
const mostColumns = 400;
/** Of one that could be a field of the contract as well, only what has the very name of one counts. */
export const doubtful = 0.3;

interface Walk {
  readonly wanted: Wanted;
  readonly items: readonly UnknownRecord[];
  readonly columns: Map<string, Column>;
  /** Things that columns stand in: where there is no room for more, no others are looked through. */
  readonly holders: Set<string>;
}

/** The places of items, with what stands there; in objects that only group and, one level deep, in things that belong to the item. */
export function columnsOf(wanted: Wanted, items: readonly UnknownRecord[]): readonly Column[] {
  const walk: Walk = { wanted, items, columns: new Map(), holders: new Set() };
  items.forEach((item, index) => {
    // Without a field of its own, an item is in what it holds: `{ server: {...}, _meta: {...} }`.
    const isWrapped = Object.values(item).every((value) => isRecord(value) || value === null);
    visit(walk, index, item, { place: [], outer: [], cost: 0, isWrapped });
  });
  return [...walk.columns.values()];
}

interface Spot extends Pick<Column, "place" | "outer" | "cost"> {
  readonly isWrapped: boolean;
}

function visit(walk: Walk, index: number, fields: UnknownRecord, spot: Spot): void {
  const holder = JSON.stringify(spot.place);
  if (walk.columns.size >= mostColumns && !walk.holders.has(holder)) return;
  walk.holders.add(holder);
  // Of what is said beside it first: what stands in one broad object must not take all the room.
  const kept = listFieldNames(fields).filter((name) => {
    const place = [...spot.place, name];
    const column = columnAt(walk, { place, outer: spot.outer, inner: plainName(name), cost: spot.cost });
    return column?.values.splice(index, 1, fields[name]);
  });
  for (const name of kept) {
    const value = fields[name];
    const place = [...spot.place, name];
    const inner = plainName(name);
    if (!isRecord(value) || place.length >= deepest) continue;
    const cost = spot.isWrapped ? 0.01 : groupCost(walk.wanted, name, inner, value, spot.place);
    if (cost !== undefined)
      visit(walk, index, value, { place, outer: spot.outer, cost: spot.cost + cost, isWrapped: false });
    else if (spot.outer.length === 0)
      visit(walk, index, value, { place, outer: [inner], cost: spot.cost, isWrapped: false });
  }
}

function columnAt({ columns, items }: Walk, { place, ...rest }: Omit<Column, "values">): Column | undefined {
  const key = JSON.stringify(place);
  const known = columns.get(key);
  if (known || columns.size >= mostColumns) return known;
  const made = { place, ...rest, values: items.map((): unknown => undefined) };
  columns.set(key, made);
  return made;
}

/** Undefined where an object is a thing of its own. */
function groupCost(
  wanted: Wanted,
  name: string,
  plain: string,
  value: UnknownRecord,
  outer: FieldPath,
): number | undefined {
  // Extensions of MCP are named `io.example/official`.
  const isExtension = /[./]/.test(name) && plainName(outer.at(-1) ?? "") === "meta";
  if (!groups.has(plain) && !isExtension && !namesOf(wanted.resource).includes(plain)) return undefined;
  const shape = Object.entries(wanted.fields).find(([field]) => plainName(field) === plain)?.[1].shape;
  // A state's own name is not the item's.
  const isState = shape?.kind === "choice" && typeof value.name === "string";
  return shape && (isState || isLikeShape(shape, value)) ? doubtful : 0.03;
}
