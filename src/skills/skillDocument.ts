import { createLineIndex, type LineIndex, type TextSpan } from "../text/lineIndex.ts";
import { type FrontMatter, findFrontMatter } from "./frontMatter.ts";
import type { SkillDiagnostic, SkillFile, SkillFix } from "./skill.ts";
import { decodeSkillFile } from "./skillFile.ts";
import { readYamlFields, type YamlFields } from "./yamlFields.ts";

/** A `SKILL.md` as it is written, with the places of what it says. */
export interface SkillDocument {
  readonly path: string;
  readonly text: string;
  readonly byteOrderMark: boolean;
  readonly sound: boolean;
  readonly lines: LineIndex;
  readonly frontMatter: FrontMatter;
  /** As clients read them. */
  readonly yaml: YamlFields;
  /** As the reference validator reads them: up to the next three hyphens. */
  readonly referenceYaml: YamlFields;
}

const nothing: YamlFields = { fields: [], findings: [] };

export function readSkillDocument(file: SkillFile): SkillDocument {
  const { text, byteOrderMark, sound } = decodeSkillFile(file);
  return { path: file.path, byteOrderMark, sound, ...parseSkillDocument(text) };
}

export function parseSkillDocument(text: string): Omit<SkillDocument, "path" | "byteOrderMark" | "sound"> {
  const frontMatter = findFrontMatter(text);
  const lines = createLineIndex(text);
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

export interface SkillFinding {
  readonly severity: SkillDiagnostic["severity"];
  readonly code: string;
  readonly message: string;
  readonly fixes?: readonly SkillFix[];
}

export function createSkillDiagnostic(
  { path, lines }: { readonly path: string; readonly lines: LineIndex },
  span: TextSpan,
  { severity, code, message, fixes = [] }: SkillFinding,
): SkillDiagnostic {
  return { path, ...lines.range(span), severity, code, message, fixes };
}
