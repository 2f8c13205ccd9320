import type { FileContent } from "../text/files/fileContent.ts";
import { createLineIndex, type LineIndex, type TextSpan } from "../text/position/lineIndex.ts";
import type { SkillDiagnostic, SkillFix } from "./skill.ts";
import { decodeSkillFile } from "./skillFile.ts";
import { readYamlFields, type YamlFields } from "./yamlFields.ts";

/** A `SKILL.md` with the positions of its front matter fields. */
export interface SkillDocument {
  readonly path: string;
  readonly text: string;
  readonly byteOrderMark: boolean;
  readonly validUtf8: boolean;
  readonly lines: LineIndex;
  readonly frontMatter: FrontMatter;
  /** The fields as clients read them. */
  readonly yaml: YamlFields;
  /** The fields as the reference validator reads them: up to the next three hyphens. */
  readonly referenceYaml: YamlFields;
}

const noYaml: YamlFields = { fields: [], findings: [] };

export function readSkillDocument(file: FileContent): SkillDocument {
  const { text, byteOrderMark, validUtf8 } = decodeSkillFile(file);
  return { path: file.path, byteOrderMark, validUtf8, ...parseSkillDocument(text) };
}

export function parseSkillDocument(text: string): Omit<SkillDocument, "path" | "byteOrderMark" | "validUtf8"> {
  const frontMatter = findFrontMatter(text);
  const lines = createLineIndex(text);
  if (frontMatter.kind !== "closed") return { text, lines, frontMatter, yaml: noYaml, referenceYaml: noYaml };
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

type FrontMatter =
  | { readonly kind: "absent" | "open" }
  | {
      readonly kind: "closed";
      /** The YAML between the two lines of hyphens. */
      readonly yaml: TextSpan;
      readonly body: number;
      /** Whether both rows of hyphens are separate lines, as clients require. */
      readonly ownLines: boolean;
      /** The YAML of the reference validator, which ends at the next three hyphens anywhere. */
      readonly referenceYaml: TextSpan;
    };

/**
 * Clients end the front matter at a line of three hyphens, the reference validator at the next three hyphens. The results differ if a
 * value contains `---`.
 */
function findFrontMatter(text: string): FrontMatter {
  if (!text.startsWith("---")) return { kind: "absent" };
  const next = text.indexOf("---", 3);
  if (next === -1) return { kind: "open" };
  const referenceYaml: TextSpan = [3, next];
  const opening = /^---[ \t]*(?:\r\n|\r|\n)/.exec(text);
  const closing = opening && findClosingLine(text, opening[0].length);
  if (!opening || !closing)
    return { kind: "closed", yaml: referenceYaml, body: next + 3, ownLines: false, referenceYaml };
  return { kind: "closed", yaml: [opening[0].length, closing.start], body: closing.end, ownLines: true, referenceYaml };
}

function findClosingLine(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  const line = /(?<=^|[\r\n])---[ \t]*(?:\r\n|\r|\n|$)/g;
  line.lastIndex = from;
  const found = line.exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}
