import { type DialectProfile, dialectProfileSchema } from "../../../contract/dialectProfile.ts";
import { isRecord } from "../../../text/record.ts";

/**
 * A profile as single facts, keyed by their path, so that each fact is either the user's or learned. A fact is
 * retained or replaced as a whole.
 */
export type ProfileFacts = ReadonlyMap<string, unknown>;

/**
 * Paths whose objects have facts of their own: `operations.<name>.fields.<field>`, `kinds.<kind>.fields.<field>`,
 * `errors.<what>`.
 */
function hasNestedFacts(path: readonly string[]): boolean {
  const [part, , inside] = path;
  if (path.length === 0) return true;
  if (part === "errors" || part === "select") return path.length === 1;
  if (part === "kinds") return path.length <= 2 || (path.length === 3 && inside === "fields");
  if (part !== "operations") return false;
  return path.length <= 2 || (path.length === 3 && (inside === "fields" || inside === "params"));
}

export function toProfileFacts(profile: DialectProfile): ProfileFacts {
  const found = new Map<string, unknown>();
  collect(profile, [], found);
  return found;
}

function collect(value: unknown, path: readonly string[], found: Map<string, unknown>): void {
  if (!isRecord(value) || !hasNestedFacts(path)) {
    if (value !== undefined) found.set(JSON.stringify(path), value);
    return;
  }
  for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name], found);
}

/** Undefined when the facts do not form a valid profile. */
export function fromProfileFacts(facts: ProfileFacts): DialectProfile | undefined {
  const root: Record<string, unknown> = { operations: {} };
  for (const [way, value] of facts) {
    const names: readonly string[] = JSON.parse(way);
    const last = names.at(-1);
    if (last === undefined) continue;
    let parent = root;
    for (const name of names.slice(0, -1)) {
      const inner = parent[name];
      const next: Record<string, unknown> = isRecord(inner) ? { ...inner } : {};
      parent[name] = next;
      parent = next;
    }
    parent[last] = value;
  }
  return dialectProfileSchema.safeParse(root).data;
}

/**
 * The facts that a user set by saving a profile: earlier user facts that remain, and values that differ from the shown
 * ones.
 */
export function findUserFacts(saved: ProfileFacts, shown: ProfileFacts, earlier: ProfileFacts): ProfileFacts {
  const isUserFact = (path: string, value: unknown) => earlier.has(path) || !isSameFact(value, shown.get(path));
  return new Map([...saved].filter(([way, value]) => !isDetectionRequest(way, value) && isUserFact(way, value)));
}

/** `unknown` requests a new detection of the dialect, so it is not a fact of the user. */
const isDetectionRequest = (path: string, value: unknown) => path === '["dialect"]' && value === "unknown";

/** Removes the facts that the user deleted from the shown profile. */
export function removeDeletedFacts(facts: ProfileFacts, saved: ProfileFacts, shown: ProfileFacts): ProfileFacts {
  return new Map([...facts].filter(([way]) => saved.has(way) || !shown.has(way)));
}

/** Whether answers show the fact: where a list or an item is. */
function isReading(key: string): boolean {
  return /^\["operations","[^"]+","(?:list|item)"\]$/.test(key);
}

export function withoutReadings(profile: DialectProfile): DialectProfile {
  return fromProfileFacts(new Map([...toProfileFacts(profile)].filter(([key]) => !isReading(key)))) ?? profile;
}

/** Applies one side's changes since the base to the other side. */
export function mergeProfileFacts(base: ProfileFacts, local: ProfileFacts, remote: ProfileFacts): ProfileFacts {
  const paths = new Set([...remote.keys(), ...local.keys()]);
  const chosen = [...paths].map(
    (path) => [path, isSameFact(local.get(path), base.get(path)) ? remote : local] as const,
  );
  return new Map(chosen.flatMap(([way, from]) => (from.has(way) ? [[way, from.get(way)] as const] : [])));
}

export function isSameFact(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
