import * as l10n from "@vscode/l10n";
import { readSearchedTool } from "../contract/mcp/searchTool.ts";
import type { FileContent } from "../text/files/fileContent.ts";
import { splitPointer } from "../text/position/jsonPointer.ts";
import { formatToolChange } from "./formatToolChange.ts";
import type { SurfaceChange } from "./surfaceChange.ts";

/** The texts of a skill and its evals, whose tasks and checks name tools too. */
const skillText = /^skills\/([^/]+)\/(?:.*\.md|evals\/.*\.json)$/i;
const mostBytes = 1_000_000;
/** A name that is a word of English, too, is a tool's only in code, in the list of allowed tools and as a value of JSON. */
const plainWord = /^[A-Z]?[a-z]+$/;
const codeOrAllowedTools = /`[^`]+`|^allowed-tools:.*(?:\r?\n[ \t]*-? .*)*|(?<=")[\w./-]+(?="(?!\s*:))/gm;

/**
 * A sentence for each tool that a skill of the new version names, and that is gone, has another name there, needs an argument that the
 * skill does not name, or no longer has one that it names. That need not break callers.
 */
export function findBrokenSkills(files: readonly FileContent[], changes: readonly SurfaceChange[]): readonly string[] {
  const skills = Map.groupBy(files, ({ path }) => skillText.exec(path)?.[1]);
  return [...skills].flatMap(([skill, own]) => {
    if (skill === undefined) return [];
    const names = createNameCheck(own.map(({ bytes }) => new TextDecoder().decode(bytes.subarray(0, mostBytes))));
    return [...new Set(changes.flatMap((change) => describeBreak(skill, change, names) ?? []))];
  });
}

function describeBreak(skill: string, change: SurfaceChange, names: (name: string) => boolean): string | undefined {
  const { kind, tool: listed, pointer, before } = change;
  const tool = readSearchedTool(listed);
  if (kind === "toolRenamed") {
    const name = readSearchedTool(String(before));
    return names(name) ? l10n.t`The skill ${skill} names ${name}, which is called ${tool} now.` : undefined;
  }
  if (!names(tool)) return undefined;
  if (kind === "toolRemoved") return l10n.t`The skill ${skill} names ${tool}, which is gone.`;
  const [schema, ...place] = splitPointer(pointer);
  const namesArgument = names(place.at(-1) ?? "");
  const isBroken = (kind === "required" && !namesArgument) || (kind === "propertyRemoved" && namesArgument);
  return schema === "inputSchema" && isBroken
    ? l10n.t`The skill ${skill} names ${tool}: ${formatToolChange(change)}`
    : undefined;
}

/** Whether texts name a tool or an argument. */
function createNameCheck(texts: readonly string[]): (name: string) => boolean {
  const words = listWords(texts.join("\n"));
  const codeWords = listWords(texts.flatMap((text) => text.match(codeOrAllowedTools) ?? []).join(" "));
  return (name) => (plainWord.test(name) ? codeWords : words).has(name);
}

/** The words as names of tools are written, and what follows the server in `mcp__server__tool`. */
function listWords(text: string): ReadonlySet<string> {
  const words = (text.match(/[\w./-]+/g) ?? []).map((word) => word.replace(/(?<![./-])[./-]+$/, ""));
  return new Set(words.flatMap((word) => [word, word.slice(word.lastIndexOf("__") + 2)]));
}
