import { formatFirst } from "../../../text/formatFirst.ts";
import type { CodeFile } from "../../registry/versionFiles.ts";

/** Tools by name that are new, gone or changed from one version to another. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares the tools of two generated versions; undefined if the code of neither was generated. */
export function compareGeneratedTools(
  before: readonly CodeFile[],
  after: readonly CodeFile[],
): ToolChanges | undefined {
  const [old, now] = [readGeneratedTools(before), readGeneratedTools(after)];
  if (old.size === 0 && now.size === 0) return undefined;
  const names = (tools: ReadonlyMap<string, string>) => [...tools.keys()].toSorted();
  return {
    added: names(now).filter((name) => !old.has(name)),
    removed: names(old).filter((name) => !now.has(name)),
    changed: names(now).filter((name) => old.has(name) && old.get(name) !== now.get(name)),
  };
}

/** The source text of each tool, as the generator prints it: a list of objects that begin with their name. */
function readGeneratedTools(files: readonly CodeFile[]): ReadonlyMap<string, string> {
  const tools = new Map<string, string>();
  for (const { path, bytes } of files) {
    if (!/^tools\/[^/]+\.mjs$/.test(path)) continue;
    for (const item of Buffer.from(bytes)
      .toString("utf8")
      .split(/^ {2}(?=\{)/m)
      .slice(1)) {
      const name = /^\{\s*name: "([^"\\]+)"/.exec(item)?.[1];
      if (name !== undefined) tools.set(name, item.replace(/\];\s*$/, ""));
    }
  }
  return tools;
}

const mostNames = 8;

/** `1 new (create_pet), 2 changed (get_pet, list_pets)`; empty if there is no change. */
export function formatToolChanges({ added, removed, changed }: ToolChanges): string {
  const kinds = [
    ["new", added],
    ["gone", removed],
    ["changed", changed],
  ] as const;
  return kinds
    .flatMap(([word, names]) =>
      names.length > 0 ? [`${names.length} ${word} (${formatFirst(names, mostNames)})`] : [],
    )
    .join(", ");
}
