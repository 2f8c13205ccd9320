import { namesOf } from "./resourceNames.ts";
import type { Field, Shape } from "./shape.ts";
import { synonymsOf } from "./synonyms.ts";
import { closeness, plainName, type Sort, stem } from "./words.ts";

/** A field of the contract that something may be by its name. */
export interface Named {
  readonly field: string;
  /** 1 for the very name; below it the likelier the higher. */
  readonly score: number;
  readonly because: "name" | "synonym" | "likeness";
}

/** What is looked for, and of what. */
export interface Wanted {
  readonly resource: string;
  readonly fields: Readonly<Record<string, Field>>;
}

const known = new WeakMap<Wanted["fields"], Map<string, readonly Named[]>>();
/** Names of fields come again in every answer; keys of maps do not, and must not fill the memory. */
const mostKnown = 2000;

/** The fields that something called so can be; `outer`: the things it stands in, from the outside in, all plain. */
export function fieldsNamed({ resource, fields }: Wanted, outer: readonly string[], inner: string): readonly Named[] {
  const key = `${resource}\n${outer.join("\n")}\n${inner}`;
  const names = known.get(fields) ?? new Map<string, readonly Named[]>();
  known.set(fields, names);
  const before = names.get(key);
  if (before) return before;
  const found = Object.entries(fields).flatMap(([field, { shape }]) => {
    const named =
      outer.length === 0 ? byName(field, shape, inner, resource) : byOwner(field, shape, outer.join(""), inner);
    return named ? [{ field, ...named }] : [];
  });
  if (names.size < mostKnown) names.set(key, found);
  return found;
}

type Found = Omit<Named, "field">;

/** What stands in another thing is that thing's: `project.id` is a `projectId`, and `project.name` is no name of this. */
function byOwner(field: string, shape: Shape, owner: string, inner: string): Found | undefined {
  const found = exact(field, sortOf(field, shape), owner + inner);
  return found && { ...found, score: found.score - 0.05 };
}

function byName(field: string, shape: Shape, given: string, resource: string): Found | undefined {
  const sort = sortOf(field, shape);
  // One that speaks of MCP is the endpoint, whatever else has an address.
  if (field === "url" && /^mcp.*(?:url|uri|endpoint|address)$/.test(given)) return { score: 1.01, because: "synonym" };
  const [own = "", ...others] = namesOf(resource);
  const found = [
    exact(field, sort, given),
    lowered(exact(field, sort, without(given, own)), 0.03),
    ...others.map((name) => lowered(exact(field, sort, without(given, name)), 0.15)),
    lowered(exact(field, sort, given.replace(qualifying, "")), 0.1),
  ].filter((one) => one !== undefined);
  const best = found.sort((one, other) => other.score - one.score)[0];
  return best ?? (sort === "id" ? undefined : likely(field, given));
}

/** Words in front of a name that say no more than that it is this one: `yourRole`, `commitMessage`. */
const qualifying = /^(?:your|my|own|the|this|user|full|effective|granted|commit)(?=.{3})/;

function lowered(found: Found | undefined, by: number): Found | undefined {
  return found && { because: by < 0.1 ? found.because : "synonym", score: found.score - by };
}

/** A name without the resource's in front, where anything is left. */
function without(given: string, resource: string): string {
  return given.length > resource.length && given.startsWith(resource) ? given.slice(resource.length) : "";
}

/** By its name, or one of those that such a field has elsewhere. */
function exact(field: string, sort: Sort, given: string): Found | undefined {
  if (given === "") return undefined;
  const own = plainName(field);
  if (given === own) return { score: 1, because: "name" };
  const bare = stem(given, sort);
  if (bare === stem(own, sort)) return { score: 0.94, because: "name" };
  const list = synonymsOf(field);
  const index = list.indexOf(given);
  if (index >= 0) return { score: 0.9 - 0.01 * index, because: "synonym" };
  const alike = list.findIndex((name) => stem(name, sort) === bare);
  return alike >= 0 ? { score: 0.88 - 0.01 * alike, because: "synonym" } : undefined;
}

function likely(field: string, given: string): Found | undefined {
  const close = Math.max(closeness(field, given), ...synonymsOf(field).map((name) => 0.8 * closeness(name, given)));
  return close > 0.5 ? { score: 0.8 * close, because: "likeness" } : undefined;
}

function sortOf(field: string, shape: Shape): Sort {
  if (shape.kind === "time" || shape.kind === "id" || shape.kind === "flag") return shape.kind;
  if (shape.kind !== "number") return "other";
  return field.endsWith("Ms") ? "ms" : "count";
}
