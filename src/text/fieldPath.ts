/** A JSON object as it came. */
export type Fields = Readonly<Record<string, unknown>>;

/** The way to a place in a JSON value: names of fields. Lists are no places. */
export type Place = readonly string[];

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands at a place; undefined where there is nothing. */
export function valueAt(json: unknown, place: Place): unknown {
  let at = json;
  for (const name of place) {
    if (!isFields(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

/** Names that can be part of a place: an empty or a very long one is no field's. Of broad objects, which are maps, the first ones. */
export function namesIn(fields: Fields): readonly string[] {
  return Object.keys(fields)
    .filter((name) => name !== "" && name.length <= 200)
    .slice(0, mostFields);
}
const mostFields = 100;

/** Every place down to a depth, outer ones first. */
export function* placesIn(json: unknown, depth: number, from: Place = []): Generator<readonly [Place, unknown]> {
  yield [from, json];
  if (depth === 0 || !isFields(json)) return;
  for (const name of namesIn(json)) yield* placesIn(json[name], depth - 1, [...from, name]);
}
