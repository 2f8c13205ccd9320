import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../../text/formatFirst.ts";
import type { CodeFile } from "../../../registry/model/versionFiles.ts";

/** Tools by name that are new, gone or changed from one version to another. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares the tools of two generated versions; undefined if the code of neither was generated. A renamed tool is a changed one. */
export function compareGeneratedTools(
  before: readonly CodeFile[],
  after: readonly CodeFile[],
): ToolChanges | undefined {
  const [old, now] = [mapTools(before), mapTools(after)];
  if (old.size === 0 && now.size === 0) return undefined;
  const gone = [...old.values()].filter(({ name }) => !now.has(name));
  const fresh = [...now.values()].filter(({ name }) => !old.has(name));
  const renamed = fresh.filter((tool) => hasSameOperation(tool, gone));
  const edited = [...now.values()].filter(({ name, code }) => old.has(name) && old.get(name)?.code !== code);
  return {
    added: listNames(fresh.filter((tool) => !renamed.includes(tool))),
    removed: listNames(gone.filter((tool) => !hasSameOperation(tool, renamed))),
    changed: listNames([...edited, ...renamed]),
  };
}

const mapTools = (files: readonly CodeFile[]) => new Map(readGeneratedTools(files).map((tool) => [tool.name, tool]));
const listNames = (tools: readonly GeneratedTool[]) => tools.map(({ name }) => name).toSorted();

function hasSameOperation({ code }: GeneratedTool, others: readonly GeneratedTool[]): boolean {
  const operation = readOperation(code);
  return operation !== undefined && others.some((other) => readOperation(other.code) === operation);
}

const readOperation = (code: string) =>
  /\bmethod: "\w+",\s+path: "(?:[^"\\]|\\.)*"/.exec(code)?.[0].replace(/\s+/, " ");

/** A tool in the code of a generated server. */
export interface GeneratedTool {
  readonly name: string;
  readonly file: CodeFile;
  /** The zero-based line with its name. */
  readonly line: number;
  readonly code: string;
}

/** Reads the tools as the generator prints them: a list of objects that begin with their name. */
export function readGeneratedTools(files: readonly CodeFile[]): readonly GeneratedTool[] {
  return files
    .filter(({ path }) => /^tools\/[^/]+\.mjs$/.test(path))
    .flatMap((file) => {
      const [head = "", ...items] = Buffer.from(file.bytes)
        .toString("utf8")
        .split(/^ {2}(?=\{)/m);
      let nextLine = countLines(head);
      return items.flatMap((item): readonly GeneratedTool[] => {
        const [start = "", name] = /^\{\s*name: "([^"\\]+)"/.exec(item) ?? [];
        const line = nextLine + countLines(start);
        nextLine += countLines(item);
        return name === undefined ? [] : [{ name, file, line, code: item.replace(/\];\s*$/, "") }];
      });
    });
}

const countLines = (text: string) => text.split("\n").length - 1;

const mostNames = 8;

/** `1 new (create_pet), 2 changed (get_pet, list_pets)`; empty if there is no change. */
export function formatToolChanges({ added, removed, changed }: ToolChanges): string {
  const kinds = [
    added.length > 0 && l10n.t`${added.length} new (${formatFirst(added, mostNames)})`,
    removed.length > 0 && l10n.t`${removed.length} gone (${formatFirst(removed, mostNames)})`,
    changed.length > 0 && l10n.t`${changed.length} changed (${formatFirst(changed, mostNames)})`,
  ];
  return kinds.filter(Boolean).join(", ");
}
