import type { Asking } from "./asking.ts";
import { fieldOf, filtersOf } from "./filters.ts";
import { namedIn } from "./named.ts";
import type { Got } from "./sent.ts";

/**
 * What a refused read shows of the parameters that were sent without need: one that the service does not know is left out from now on,
 * one that it wants under another name is sent so. Whether it is worth asking again.
 */
export function adaptQuery(of: Asking, got: Got, query: Readonly<Record<string, string>>): boolean {
  if (got.status !== 400 && got.status !== 422) return false;
  const { knowledge } = of.dialect;
  const known = knowledge.of(of.name);
  const fields = ["limit", ...Object.keys(filtersOf(of))];
  const named = namedIn(got.json, got.text);
  const learn = (field: string, name: string | null) =>
    knowledge.learn(of.name, { params: { ...knowledge.of(of.name).params, [field]: name } });
  for (const name of named) {
    const field = fieldOf(known, name, fields);
    if (field === undefined) continue;
    if (!(name in query)) {
      learn(field, name);
      of.notes.add(`The service asks for ${name}.`);
      return true;
    }
    if (known.params?.[field] === null) continue;
    learn(field, null);
    of.notes.add(`The service refuses the parameter ${name}.`);
    return true;
  }
  return false;
}
