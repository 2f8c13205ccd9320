import type { LineIndex } from "../../text/position/lineIndex.ts";
import { secretPatterns } from "../../text/secretPatterns.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic } from "../skillDocument.ts";

/** Fewer different characters than this are a gap to be filled in: `sk-xxxxxxxx`. */
const fewest = 10;
const mostOfAForm = 20;

/** What looks like a key in a text; the problem does not repeat it. */
export function lintSecrets(
  file: { readonly path: string; readonly lines: LineIndex },
  text: string,
): SkillDiagnostic[] {
  return secretPatterns.flatMap(([form, name]) =>
    [...text.matchAll(form)]
      .filter(({ 0: found, index }) => isFilled(found, text.slice(index + found.length, index + found.length + 100)))
      .slice(0, mostOfAForm)
      .map(({ 0: found, index }) =>
        createSkillDiagnostic(file, [index, index + found.length], {
          severity: "warning",
          code: "secret",
          message: `This looks like ${name}: everybody who installs the skill can read it. Remove it, and revoke it.`,
        }),
      ),
  );
}

/** Texts about keys show gaps to be filled in, and the first line of a key without the key. */
function isFilled(found: string, after: string): boolean {
  if (found.startsWith("-----")) return /^\s+[A-Za-z0-9+/=]{20}/.test(after);
  return new Set(found).size >= fewest && !/example|x{6}|your/i.test(found);
}
