import { type Profile, profileSchema } from "../../contract/dialectProfile.ts";
import { isFields } from "../../text/fieldPath.ts";

/**
 * A profile as single facts, each by its way from the outside in: so that what a user says and what was learned are told apart
 * fact by fact. What stands at the end of a way is kept or replaced as a whole.
 */
export type Facts = ReadonlyMap<string, unknown>;

/** Where an object has facts of its own: `operations.<name>.fields.<field>`, `states.<resource>.<word>`, `errors.<what>`. */
function isOpen(way: readonly string[]): boolean {
  const [part, , inside] = way;
  if (way.length === 0) return true;
  if (part === "errors") return way.length === 1;
  if (part === "states") return way.length <= 2;
  if (part !== "operations") return false;
  return way.length <= 2 || (way.length === 3 && (inside === "fields" || inside === "params"));
}

export function factsOf(profile: Profile): Facts {
  const found = new Map<string, unknown>();
  collect(profile, [], found);
  return found;
}

function collect(value: unknown, way: readonly string[], found: Map<string, unknown>): void {
  if (!isFields(value) || !isOpen(way)) {
    if (value !== undefined) found.set(JSON.stringify(way), value);
    return;
  }
  for (const [name, inner] of Object.entries(value)) collect(inner, [...way, name], found);
}

/** Undefined where facts were said that do not go together. */
export function profileOf(facts: Facts): Profile | undefined {
  const root: Record<string, unknown> = { operations: {} };
  for (const [way, value] of facts) {
    const names: readonly string[] = JSON.parse(way);
    const last = names.at(-1);
    if (last === undefined) continue;
    let at = root;
    for (const name of names.slice(0, -1)) {
      const inner = at[name];
      const next: Record<string, unknown> = isFields(inner) ? { ...inner } : {};
      at[name] = next;
      at = next;
    }
    at[last] = value;
  }
  return profileSchema.safeParse(root).data;
}

/** What a user said by saving a profile: what was said before and stands there still, and what differs from what was shown. */
export function saidIn(saved: Facts, shown: Facts, said: Facts): Facts {
  const isSaid = (way: string, value: unknown) => said.has(way) || !isSame(value, shown.get(way));
  return new Map([...saved].filter(([way, value]) => !isAsked(way, value) && isSaid(way, value)));
}

/** Who says that the dialect is not known asks for it to be found out, and does not insist on it. */
const isAsked = (way: string, value: unknown) => way === '["dialect"]' && value === "unknown";

/** What of the facts is left when a user deletes some of those that were shown. */
export function withoutDeleted(facts: Facts, saved: Facts, shown: Facts): Facts {
  return new Map([...facts].filter(([way]) => saved.has(way) || !shown.has(way)));
}

/** What one side changed of what both began with stands as it has it; all else is as the other side has it. */
export function mergeFacts(base: Facts, mine: Facts, theirs: Facts): Facts {
  const ways = new Set([...theirs.keys(), ...mine.keys()]);
  const chosen = [...ways].map((way) => [way, isSame(mine.get(way), base.get(way)) ? theirs : mine] as const);
  return new Map(chosen.flatMap(([way, from]) => (from.has(way) ? [[way, from.get(way)] as const] : [])));
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
