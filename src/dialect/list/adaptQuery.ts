import type { Asking, Got, Sending } from "../dialect.ts";
import { namedIn } from "../recognise/namedIn.ts";
import { fieldOf, filtersOf } from "./filters.ts";

type Asked = Pick<Sending, "query">;

/**
 * What a refused read shows of the parameters that were sent without need: one that the service does not know is left out from now on,
 * one that it wants under another name is sent so. Whether it is worth asking again.
 */
export function adaptQuery(of: Asking, got: Got, { query = {} }: Asked, next: () => Asked): boolean {
  const status = got.refusal?.status;
  if (status !== 400 && status !== 422) return false;
  // Another call has learned in the meantime what this one was refused for.
  if (JSON.stringify(next().query ?? {}) !== JSON.stringify(query)) return true;
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
  return named.length === 0 && withLess(of, query, learn);
}

/** It does not say what is wrong: then it may be what was sent without need. */
function withLess(
  of: Asking,
  query: Readonly<Record<string, string>>,
  learn: (field: string, name: null) => void,
): boolean {
  const known = of.dialect.knowledge.of(of.name);
  const sent = Object.keys(query).map((name) => fieldOf(known, name, ["limit", ...Object.keys(filtersOf(of))]));
  const filters = sent.filter((field) => field !== undefined && field !== "limit" && known.params?.[field] !== null);
  const spare = filters.length > 0 ? filters : sent.filter((field) => field === "limit");
  for (const field of spare) if (field !== undefined) learn(field, null);
  if (spare.length > 0) of.notes.add(`The service refuses ${spare.join(", ")} without saying so.`);
  return spare.length > 0;
}
