import { type DialectProfile, dialectProfileSchema } from "../../contract/dialectProfile.ts";
import { isRecord } from "../../text/record.ts";

/**
 * A profile as single facts, each by its way from the outside in: so that what a user says and what was learned are told apart
 * fact by fact. What stands at the end of a way is kept or replaced as a whole.
 */
export type ProfileFacts = ReadonlyMap<string, unknown>;

/** Where an object has facts of its own: `operations.<name>.fields.<field>`, `states.<resource>.<word>`, `errors.<what>`. */
function isOpen(way: readonly string[]): boolean {
  const [part, , inside] = way;
  if (way.length === 0) return true;
  if (part === "errors") return way.length === 1;
  if (part === "states") return way.length <= 2;
  if (part !== "operations") return false;
  return way.length <= 2 || (way.length === 3 && (inside === "fields" || inside === "params"));
}

export function toProfileFacts(profile: DialectProfile): ProfileFacts {
  const found = new Map<string, unknown>();
  collect(profile, [], found);
  return found;
}

function collect(value: unknown, way: readonly string[], found: Map<string, unknown>): void {
  if (!isRecord(value) || !isOpen(way)) {
    if (value !== undefined) found.set(JSON.stringify(way), value);
    return;
  }
  for (const [name, inner] of Object.entries(value)) collect(inner, [...way, name], found);
}

/** Undefined where facts were said that do not go together. */
export function fromProfileFacts(facts: ProfileFacts): DialectProfile | undefined {
  const root: Record<string, unknown> = { operations: {} };
  for (const [way, value] of facts) {
    const names: readonly string[] = JSON.parse(way);
    const last = names.at(-1);
    if (last === undefined) continue;
    let at = root;
    for (const name of names.slice(0, -1)) {
      const inner = at[name];
      const next: Record<string, unknown> = isRecord(inner) ? { ...inner } : {};
      at[name] = next;
      at = next;
    }
    at[last] = value;
  }
  return dialectProfileSchema.safeParse(root).data;
}

/** What a user said by saving a profile: what was said before and stands there still, and what differs from what was shown. */
export function findUserFacts(saved: ProfileFacts, shown: ProfileFacts, said: ProfileFacts): ProfileFacts {
  const isSaid = (way: string, value: unknown) => said.has(way) || !isSameFact(value, shown.get(way));
  return new Map([...saved].filter(([way, value]) => !isAsked(way, value) && isSaid(way, value)));
}

/** Who says that the dialect is not known asks for it to be found out, and does not insist on it. */
const isAsked = (way: string, value: unknown) => way === '["dialect"]' && value === "unknown";

/** What of the facts is left when a user deletes some of those that were shown. */
export function removeDeletedFacts(facts: ProfileFacts, saved: ProfileFacts, shown: ProfileFacts): ProfileFacts {
  return new Map([...facts].filter(([way]) => saved.has(way) || !shown.has(way)));
}

/** What one side changed of what both began with stands as it has it; all else is as the other side has it. */
export function mergeProfileFacts(base: ProfileFacts, mine: ProfileFacts, theirs: ProfileFacts): ProfileFacts {
  const ways = new Set([...theirs.keys(), ...mine.keys()]);
  const chosen = [...ways].map((way) => [way, isSameFact(mine.get(way), base.get(way)) ? theirs : mine] as const);
  return new Map(chosen.flatMap(([way, from]) => (from.has(way) ? [[way, from.get(way)] as const] : [])));
}

export function isSameFact(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
