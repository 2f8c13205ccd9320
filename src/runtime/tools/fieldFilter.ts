import { type JsonPath, readJsonPath, selectJsonNodes } from "../../text/jsonPath.ts";
import { isRecord } from "../../text/record.ts";
import type { ResponseDefinition } from "../definition.ts";

/** Selected values as a tree of their keys; a value without children is selected whole. */
interface Selection {
  readonly children: Map<string | number, Selection>;
  isWhole: boolean;
}

const [mostNodes, mostVisits] = [100_000, 500_000];

/**
 * Returns what removes fields of an answer: all but `keep`, then `drop`. An answer in which `keep` matches nothing stays whole, because it
 * is not the answer that the paths are made for.
 */
export function createFieldFilter({ keep, drop = [] }: NonNullable<ResponseDefinition["fields"]>) {
  const [kept, dropped] = [keep && readPaths(keep), readPaths(drop)];
  return (value: unknown): unknown => {
    const selection = kept && selectFields(value, kept);
    const rest = selection && selection.children.size > 0 ? keepSelected(value, selection) : value;
    return dropped.length > 0 ? dropSelected(rest, selectFields(rest, dropped)) : rest;
  };
}

function readPaths(paths: readonly string[]): JsonPath[] {
  return paths.map((path) => {
    const read = readJsonPath(path);
    if (!read) throw new Error(`"${path}" is no JSONPath without functions.`);
    return read;
  });
}

function selectFields(value: unknown, paths: readonly JsonPath[]): Selection {
  const root: Selection = { children: new Map(), isWhole: false };
  const select = (path: JsonPath) => selectJsonNodes(value, path, { mostNodes, visits: { left: mostVisits } }) ?? [];
  for (const { location } of paths.flatMap(select)) {
    let selection = root;
    for (const key of location) {
      const child = selection.children.get(key) ?? { children: new Map(), isWhole: false };
      selection.children.set(key, child);
      selection = child;
    }
    selection.isWhole = true;
  }
  return root;
}

function keepSelected(value: unknown, { children, isWhole }: Selection): unknown {
  if (isWhole) return value;
  return filterMembers(value, (key, member) => {
    const selection = children.get(key);
    return selection ? [keepSelected(member, selection)] : [];
  });
}

function dropSelected(value: unknown, { children }: Selection): unknown {
  return filterMembers(value, (key, member) => {
    const selection = children.get(key);
    if (!selection) return [member];
    return selection.isWhole ? [] : [dropSelected(member, selection)];
  });
}

/** Replaces each member or item by the values that `choose` returns for it: one or none. */
function filterMembers(value: unknown, choose: (key: string | number, member: unknown) => readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => choose(index, item));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) =>
    choose(name, member).map((chosen) => [name, chosen]),
  );
  return Object.fromEntries(members);
}
