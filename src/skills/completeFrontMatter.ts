import type { TextRange } from "../text/position/lineIndex.ts";
import { type FrontMatterKey, frontMatterKeys } from "./frontMatterKeys.ts";
import { parseSkillDocument, type SkillDocument } from "./skillDocument.ts";

export interface FrontMatterCompletion {
  readonly label: string;
  readonly kind: "field" | "value";
  readonly documentation: string;
  /** The range that `text` replaces. */
  readonly range: TextRange;
  readonly text: string;
}

/** Completes the front matter of a `SKILL.md`. Line and column count from 1. */
export function completeFrontMatter(text: string, line: number, column: number): FrontMatterCompletion[] {
  const document = parseSkillDocument(text);
  const { frontMatter, lines } = document;
  if (frontMatter.kind === "absent") return [];
  const [start, end] = frontMatter.kind === "closed" ? frontMatter.yaml : [lines.offset(2, 1), text.length];
  const offset = lines.offset(line, column);
  if (line < 2 || offset < start || offset > end) return [];
  const lineStart = lines.offset(line, 1);
  const before = text.slice(lineStart, offset);
  const value = /^([A-Za-z_-]+):[ \t]+/.exec(before);
  const key = frontMatterKeys.find(({ name }) => name === value?.[1]);
  if (key && value) return completeValues(document, key, [lineStart + value[0].length, offset]);
  return /^[A-Za-z_-]*$/.test(before) ? completeFields(document, lineStart, offset) : [];
}

function completeFields(
  { text, lines, yaml }: Omit<SkillDocument, "path" | "byteOrderMark" | "validUtf8">,
  start: number,
  offset: number,
): FrontMatterCompletion[] {
  const end = offset + (/^[A-Za-z_-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const isKey = text.startsWith(":", end);
  const typed = text.slice(start, end);
  const existingNames = new Set(yaml.fields.map(({ name }) => name).filter((name) => name !== typed));
  return frontMatterKeys
    .filter(({ name }) => !existingNames.has(name))
    .map(({ name, documentation, sample = "" }) => ({
      label: name,
      kind: "field",
      documentation,
      range: lines.range([start, end]),
      text: isKey ? name : sample.startsWith("\n") ? `${name}:${sample}` : `${name}: ${sample}`,
    }));
}

/** `allowed-tools` contains several words: completes the one before the cursor. */
function completeValues(
  { text, lines }: Pick<SkillDocument, "text" | "lines">,
  key: FrontMatterKey,
  [valueStart, offset]: readonly [number, number],
): FrontMatterCompletion[] {
  const typed = text.slice(valueStart, offset);
  const start = key.name === "allowed-tools" ? valueStart + (/[^\s,]*$/.exec(typed)?.index ?? 0) : valueStart;
  return (key.values ?? []).map(({ value, documentation }) => ({
    label: value,
    kind: "value",
    documentation,
    range: lines.range([start, offset]),
    text: value,
  }));
}
