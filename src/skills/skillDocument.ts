import { createLineIndex, type LineIndex, type TextSpan } from "../text/position/lineIndex.ts";
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

/** Where the front matter of a `SKILL.md` is. */
type FrontMatter =
  | { readonly kind: "absent" | "open" }
  | {
      readonly kind: "closed";
      /** Its YAML, between the two lines of hyphens. */
      readonly yaml: TextSpan;
      readonly body: number;
      /** Whether both rows of hyphens are lines of their own, as clients want them. */
      readonly ownLines: boolean;
      /** What the reference validator takes for the YAML: up to the next three hyphens, wherever they are. */
      readonly referenceYaml: TextSpan;
    };

/**
 * Clients look for a line of three hyphens, the reference validator for the next three hyphens at all. The two differ where a value
 * holds `---`.
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
