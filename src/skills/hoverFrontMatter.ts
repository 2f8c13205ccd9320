import type { TextRange } from "../text/position/lineIndex.ts";
import { frontMatterKeys } from "./frontMatterKeys.ts";
import { parseSkillDocument } from "./skillDocument.ts";

/** What the field at a place of the front matter is; lines and columns count from 1. */
export function hoverFrontMatter(
  text: string,
  line: number,
  column: number,
): { readonly range: TextRange; readonly markdown: string } | undefined {
  const { yaml, lines } = parseSkillDocument(text);
  const at = lines.offset(line, column);
  const field = yaml.fields.find(({ key: [start, end] }) => start <= at && at <= end);
  if (!field) return undefined;
  const known = frontMatterKeys.find(({ name }) => name === field.name);
  const markdown =
    known?.documentation ?? "Not a field of the [specification](https://agentskills.io/specification#frontmatter).";
  return { range: lines.range(field.key), markdown };
}
