import type { LineIndex } from "../../text/position/lineIndex.ts";
import { secretPatterns } from "../../text/secretPatterns.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic } from "../skillDocument.ts";

/** A match with fewer different characters is a placeholder: `sk-xxxxxxxx`. */
const minimumDistinctCharacters = 10;
const maximumPerPattern = 20;

/** Reports texts that look like keys. The message does not repeat the key. */
export function lintSecrets(
  file: { readonly path: string; readonly lines: LineIndex },
  text: string,
): SkillDiagnostic[] {
  return secretPatterns.flatMap(([pattern, name]) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: found, index }) =>
        isRealSecret(found, text.slice(index + found.length, index + found.length + 100)),
      )
      .slice(0, maximumPerPattern)
      .map(({ 0: found, index }) =>
        createSkillDiagnostic(file, [index, index + found.length], {
          severity: "warning",
          code: "secret",
          message: `This looks like ${name}: every user who installs the skill can read it. Remove it from the file and revoke it.`,
        }),
      ),
  );
}

/** Excludes placeholders, and the first line of a key without the key. */
function isRealSecret(found: string, after: string): boolean {
  if (found.startsWith("-----")) return /^\s+[A-Za-z0-9+/=]{20}/.test(after);
  return new Set(found).size >= minimumDistinctCharacters && !/example|x{6}|your/i.test(found);
}
