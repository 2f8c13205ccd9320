import type { TextSpan } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic, type SkillDocument } from "../skillDocument.ts";

/** https://agentskills.io/specification#progressive-disclosure */
const mostLines = 500;
/** About 5000 tokens. */
const mostCharacters = 20_000;

/** Advice on the instructions. */
export function lintBody(document: SkillDocument): SkillDiagnostic[] {
  const { frontMatter, text, lines } = document;
  if (frontMatter.kind !== "closed") return [];
  const body = text.slice(frontMatter.body);
  const start = frontMatter.body + (/^\s*/.exec(body)?.[0].length ?? 0);
  const advice = (span: TextSpan, code: string, message: string) => [
    createSkillDiagnostic(document, span, { severity: "warning", code, message }),
  ];
  if (body.trim() === "") {
    return advice([0, 3], "no-instructions", "The skill has no instructions below its front matter.");
  }
  const first = lines.line(start);
  const count = lines.line(text.trimEnd().length) - first + 1;
  if (count > mostLines) {
    const at = lines.offset(first + mostLines, 1);
    const message = `The instructions have ${count} lines; keep them under ${mostLines} and move the rest to files that are read when needed.`;
    return advice(lines.wholeLines([at, at]), "long", message);
  }
  if (body.length <= mostCharacters) return [];
  const message = `The instructions are long (about ${Math.round(body.length / 4000)} thousand tokens); 5 thousand are recommended. Move parts to files that are read when needed.`;
  return advice(lines.wholeLines([start, start]), "long", message);
}
