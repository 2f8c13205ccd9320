import type { FieldProposal, ValueColumn } from "../../contract/profile/profileProposal.ts";
import { formatFieldPath, listFieldNames } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { valueAtPath } from "../read/expression.ts";
import type { FoundPlace } from "../read/findFields.ts";
import { plainName } from "../vocabulary/plainNames.ts";

const mostLists = 12;
const depth = 5;

/** The lists of objects in items, by their paths, with how many objects each holds. */
export function listLists(items: readonly UnknownRecord[]): readonly ValueColumn[] {
  const paths = new Set<string>();
  for (const item of items.slice(0, 40)) collect(item, "$", 0, paths);
  return [...paths].slice(0, mostLists).map((path) => ({
    path,
    values: items.map((item) => {
      const { length } = entriesAt(item, path);
      return length === 0 ? null : `[${length}]`;
    }),
  }));
}

function collect(value: unknown, path: string, level: number, paths: Set<string>): void {
  if (level > depth) return;
  if (Array.isArray(value)) {
    const first: unknown = value.find(isRecord);
    if (!isRecord(first)) return;
    paths.add(`${path}[*]`);
    collect(first, `${path}[*]`, level + 1, paths);
  } else if (isRecord(value)) {
    for (const name of listFieldNames(value))
      collect(value[name], path + formatFieldPath([name]).slice(1), level + 1, paths);
  }
}

function entriesAt(item: UnknownRecord, path: string): readonly UnknownRecord[] {
  const found = valueAtPath(path, item);
  return (Array.isArray(found) ? found : [found]).filter(isRecord);
}

const mostEntries = 300;

export const listEntries = (items: readonly UnknownRecord[], path: string): readonly UnknownRecord[] =>
  items.flatMap((item) => entriesAt(item, path)).slice(0, mostEntries);

/** By kind: lists in its items, with the kind of their entries. */
export const entryKinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  testRun: { cases: "case" },
  usage: { metrics: "metric" },
};

/** Where a list in an item can be: as the profile says, where it was found, or under a name that ends so. */
export function proposeList(
  field: string,
  lists: readonly ValueColumn[],
  found: FoundPlace | undefined,
  given: string | undefined,
): FieldProposal {
  const foundPath = found && formatFieldPath(found.place);
  if (lists.length === 0) return { path: given ?? foundPath, because: found?.because, choices: [] };
  const own = given ?? (foundPath && `${foundPath}[*]`);
  const path = lists.find((one) => one.path === own)?.path ?? lists.find((one) => isNamed(one.path, field))?.path;
  const because = path === undefined ? undefined : path === own ? found?.because : "synonym";
  return { path, because, choices: lists.map((one) => one.path) };
}

/** `$.report.test_cases[*]` is named `cases`. */
function isNamed(path: string, field: string): boolean {
  const name = plainName(/([^.[\]']+)(?:'\])?\[\*\]$/.exec(path)?.[1] ?? "");
  return name.endsWith(plainName(field)) || (field === "cases" && name === "steps");
}
