import type { TextRange } from "../text/position/lineIndex.ts";
import { type FrontMatterKey, frontMatterKeys } from "./frontMatterKeys.ts";
import { parseSkillDocument, type SkillDocument } from "./skillDocument.ts";

/** What may be written at a place of the front matter. */
export interface FrontMatterCompletion {
  readonly label: string;
  readonly kind: "field" | "value";
  readonly documentation: string;
  /** What is replaced, and by what. */
  readonly range: TextRange;
  readonly text: string;
}

/** Of a `SKILL.md`; lines and columns count from 1. Nothing outside of the front matter. */
export function completeFrontMatter(text: string, line: number, column: number): FrontMatterCompletion[] {
  const document = parseSkillDocument(text);
  const { frontMatter, lines } = document;
  if (frontMatter.kind === "absent") return [];
  const [start, end] = frontMatter.kind === "closed" ? frontMatter.yaml : [lines.offset(2, 1), text.length];
  const at = lines.offset(line, column);
  if (line < 2 || at < start || at > end) return [];
  const lineStart = lines.offset(line, 1);
  const before = text.slice(lineStart, at);
  const value = /^([A-Za-z_-]+):[ \t]+/.exec(before);
  const key = frontMatterKeys.find(({ name }) => name === value?.[1]);
  if (key && value) return values(document, key, [lineStart + value[0].length, at]);
  return /^[A-Za-z_-]*$/.test(before) ? fields(document, lineStart, at) : [];
}

function fields(
  { text, lines, yaml }: Omit<SkillDocument, "path" | "byteOrderMark" | "sound">,
  start: number,
  at: number,
): FrontMatterCompletion[] {
  const end = at + (/^[A-Za-z_-]*/.exec(text.slice(at))?.[0].length ?? 0);
  const isKey = text.startsWith(":", end);
  const typed = text.slice(start, end);
  const taken = new Set(yaml.fields.map(({ name }) => name).filter((name) => name !== typed));
  return frontMatterKeys
    .filter(({ name }) => !taken.has(name))
    .map(({ name, documentation, sample }) => ({
      label: name,
      kind: "field",
      documentation,
      range: lines.range([start, end]),
      text: isKey ? name : sample.startsWith("\n") ? `${name}:${sample}` : `${name}: ${sample}`,
    }));
}

/** `allowed-tools` holds several words: the one before the place is completed. */
function values(
  { text, lines }: Pick<SkillDocument, "text" | "lines">,
  key: FrontMatterKey,
  [valueStart, at]: readonly [number, number],
): FrontMatterCompletion[] {
  const said = text.slice(valueStart, at);
  const start = key.name === "allowed-tools" ? valueStart + (/[^\s,]*$/.exec(said)?.index ?? 0) : valueStart;
  return key.values.map(({ value, documentation }) => ({
    label: value,
    kind: "value",
    documentation,
    range: lines.range([start, at]),
    text: value,
  }));
}
