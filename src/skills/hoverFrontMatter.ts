import * as l10n from "@vscode/l10n";
import type { TextRange } from "../text/position/lineIndex.ts";
import { frontMatterKeys } from "./frontMatterKeys.ts";
import { parseSkillDocument } from "./skillDocument.ts";

/** Describes the field at a position of the front matter. Line and column count from 1. */
export function hoverFrontMatter(
  text: string,
  line: number,
  column: number,
): { readonly range: TextRange; readonly markdown: string } | undefined {
  const { yaml, lines } = parseSkillDocument(text);
  const offset = lines.offset(line, column);
  const field = yaml.fields.find(({ key: [start, end] }) => start <= offset && offset <= end);
  if (!field) return undefined;
  const frontMatterKey = frontMatterKeys.find(({ name }) => name === field.name);
  const markdown =
    frontMatterKey?.documentation ??
    l10n.t("Not a field of the [specification](https://agentskills.io/specification#frontmatter).");
  return { range: lines.range(field.key), markdown };
}
