import { type Lines, linesOf, type Span } from "../text/lineIndex.ts";
import { type FrontMatter, findFrontMatter } from "./frontMatter.ts";
import type { Fix, Problem, SkillFile } from "./skill.ts";
import { textOf } from "./skillFile.ts";
import { readYamlFields, type YamlFields } from "./yamlFields.ts";

/** A `SKILL.md` as it is written, with the places of what it says. */
export interface SkillDocument {
  readonly path: string;
  readonly text: string;
  readonly byteOrderMark: boolean;
  readonly sound: boolean;
  readonly lines: Lines;
  readonly frontMatter: FrontMatter;
  /** As clients read them. */
  readonly yaml: YamlFields;
  /** As the reference validator reads them: up to the next three hyphens. */
  readonly referenceYaml: YamlFields;
}

const nothing: YamlFields = { fields: [], findings: [] };

export function readDocument(file: SkillFile): SkillDocument {
  const { text, byteOrderMark, sound } = textOf(file);
  return { path: file.path, byteOrderMark, sound, ...readDocumentText(text) };
}

export function readDocumentText(text: string): Omit<SkillDocument, "path" | "byteOrderMark" | "sound"> {
  const frontMatter = findFrontMatter(text);
  const lines = linesOf(text);
  if (frontMatter.kind !== "closed") return { text, lines, frontMatter, yaml: nothing, referenceYaml: nothing };
  const yaml = readYamlFields(text, frontMatter.yaml);
  const same = frontMatter.yaml[1] === frontMatter.referenceYaml[1];
  return {
    text,
    lines,
    frontMatter,
    yaml,
    referenceYaml: same ? yaml : readYamlFields(text, frontMatter.referenceYaml),
  };
}

export interface Finding {
  readonly severity: Problem["severity"];
  readonly code: string;
  readonly message: string;
  readonly fixes?: readonly Fix[];
}

export function problemAt(
  { path, lines }: { readonly path: string; readonly lines: Lines },
  span: Span,
  { severity, code, message, fixes = [] }: Finding,
): Problem {
  return { path, ...lines.range(span), severity, code, message, fixes };
}
