import type { TextSpan } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic, type SkillDocument } from "../skillDocument.ts";

/** https://agentskills.io/specification#progressive-disclosure */
const maximumLines = 500;
/** About 5000 tokens. */
const maximumCharacters = 20_000;

/** Checks the length of the instructions. */
export function lintBody(document: SkillDocument): SkillDiagnostic[] {
  const { frontMatter, text, lines } = document;
  if (frontMatter.kind !== "closed") return [];
  const body = text.slice(frontMatter.body);
  const start = frontMatter.body + (/^\s*/.exec(body)?.[0].length ?? 0);
  const createAdvice = (span: TextSpan, code: string, message: string) => [
    createSkillDiagnostic(document, span, { severity: "warning", code, message }),
  ];
  if (body.trim() === "") {
    return createAdvice([0, 3], "no-instructions", "The skill has no instructions below its front matter.");
  }
  const firstLine = lines.line(start);
  const count = lines.line(text.trimEnd().length) - firstLine + 1;
  if (count > maximumLines) {
    const offset = lines.offset(firstLine + maximumLines, 1);
    const message = `The instructions have ${count} lines; keep them under ${maximumLines} and move the rest to files that are read when needed.`;
    return createAdvice(lines.wholeLines([offset, offset]), "long", message);
  }
  if (body.length <= maximumCharacters) return [];
  const message = `The instructions are long (about ${Math.round(body.length / 4000)} thousand tokens); 5 thousand are recommended. Move parts to files that are read when needed.`;
  return createAdvice(lines.wholeLines([start, start]), "long", message);
}
