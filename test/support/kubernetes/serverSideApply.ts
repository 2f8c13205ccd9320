import { ApiRefusal } from "./apiObject.ts";
import { isSame } from "./objectStore.ts";

type Fields = Record<string, unknown>;

/** What each manager applied last, for each object. */
export class FieldManagers {
  readonly #applied = new Map<string, Map<string, Fields>>();

  /**
   * Merges what a manager applies into an object: fields that it no longer gives and that no other manager owns are removed, and a
   * field of another manager with another value is a conflict. Lists are atomic here; the API merges some of them by keys.
   */
  apply(
    uid: string,
    existing: Fields,
    { manager, given, force }: { manager: string; given: Fields; force: boolean },
  ): Fields {
    const managers = this.#applied.get(uid) ?? new Map<string, Fields>();
    const others = [...managers].filter(([name]) => name !== manager);
    const conflicts = others.flatMap(([name, fields]) =>
      listLeaves(fields)
        .filter(([path, value]) => hasLeaf(given, path) && !isSame(readLeaf(given, path), value))
        .map(([path]) => `conflict with "${name}": .${path.join(".")}`),
    );
    if (conflicts.length > 0 && !force) {
      const word = conflicts.length === 1 ? "conflict" : "conflicts";
      throw new ApiRefusal(409, "Conflict", `Apply failed with ${conflicts.length} ${word}: ${conflicts.join(", ")}`);
    }
    const merged = structuredClone(existing);
    for (const [path] of listLeaves(managers.get(manager) ?? {})) {
      const isOwned = others.some(([, fields]) => hasLeaf(fields, path));
      if (!hasLeaf(given, path) && !isOwned) removeLeaf(merged, path);
    }
    for (const [path, value] of listLeaves(given)) writeLeaf(merged, path, structuredClone(value));
    return merged;
  }

  save(uid: string, manager: string, given: Fields): void {
    const managers = this.#applied.get(uid) ?? new Map<string, Fields>();
    managers.set(manager, structuredClone(given));
    this.#applied.set(uid, managers);
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function listLeaves(fields: Fields, path: readonly string[] = []): [readonly string[], unknown][] {
  return Object.entries(fields).flatMap(([name, value]): [readonly string[], unknown][] => {
    const isNested = isFields(value) && Object.keys(value).length > 0;
    return isNested ? listLeaves(value, [...path, name]) : [[[...path, name], value]];
  });
}

function readLeaf(fields: Fields, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), fields);
}

const hasLeaf = (fields: Fields, path: readonly string[]) => readLeaf(fields, path) !== undefined;

function writeLeaf(fields: Fields, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const next = fields[name];
  const inner = isFields(next) ? next : {};
  fields[name] = inner;
  writeLeaf(inner, rest, value);
}

function removeLeaf(fields: Fields, [name = "", ...rest]: readonly string[]): void {
  if (rest.length === 0) delete fields[name];
  const next = fields[name];
  if (rest.length > 0 && isFields(next)) removeLeaf(next, rest);
}
