import * as l10n from "@vscode/l10n";
import { readSearchedTool } from "../contract/mcp/searchTool.ts";
import type { SurfaceChange } from "./surfaceChange.ts";

interface SkillText {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const skillText = /^skills\/([^/]+)\/(?:.*\.md$)/i;
const mostBytes = 1_000_000;
/** A name that is a word of English, too, is a tool's only in code and in the list of allowed tools. */
const plainWord = /^[A-Z]?[a-z]+$/;
const codeOrAllowedTools = /`[^`]+`|^allowed-tools:.*(?:\r?\n[ \t]*-? .*)*/gm;

/** A sentence for each tool that a skill of the new version names, and that is gone or has another name there. */
export function findBrokenSkills(files: readonly SkillText[], changes: readonly SurfaceChange[]): readonly string[] {
  const gone = changes.flatMap(readGoneTool);
  const sentences = files.flatMap(({ path, bytes }) => {
    const skill = skillText.exec(path)?.[1];
    if (skill === undefined || gone.length === 0) return [];
    const text = new TextDecoder().decode(bytes.subarray(0, mostBytes));
    const words = listWords(text);
    const codeWords = listWords((text.match(codeOrAllowedTools) ?? []).join(" "));
    return gone
      .filter(({ name }) => (plainWord.test(name) ? codeWords : words).has(name))
      .map(({ name, now }) =>
        now === undefined
          ? l10n.t`The skill ${skill} names ${name}, which is gone.`
          : l10n.t`The skill ${skill} names ${name}, which is called ${now} now.`,
      );
  });
  return [...new Set(sentences)];
}

interface GoneTool {
  readonly name: string;
  readonly now: string | undefined;
}

function readGoneTool({ kind, tool, before }: SurfaceChange): readonly GoneTool[] {
  if (kind === "toolRemoved") return [{ name: readSearchedTool(tool), now: undefined }];
  return kind === "toolRenamed" ? [{ name: readSearchedTool(String(before)), now: readSearchedTool(tool) }] : [];
}

/** The words as names of tools are written, and what follows the server in `mcp__server__tool`. */
function listWords(text: string): ReadonlySet<string> {
  const words = (text.match(/[\w./-]+/g) ?? []).map((word) => word.replace(/[./-]+$/, ""));
  return new Set(words.flatMap((word) => [word, word.slice(word.lastIndexOf("__") + 2)]));
}
