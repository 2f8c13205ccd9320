import type { LineIndex } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic } from "../skillDocument.ts";

/**
 * Characters that people cannot see but agents read: zero widths, fillers, tags. Joiners and variation selectors belong to emoji and to
 * some scripts, so only several selectors in a row count.
 */
const invisibleCharacters =
  /(?:[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,})+/gu;
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const maximumProblems = 50;

export function lintInvisibleCharacters(
  file: { readonly path: string; readonly lines: LineIndex },
  text: string,
): SkillDiagnostic[] {
  const found = [
    ...[...text.matchAll(invisibleCharacters)].map((match) => ({
      match,
      what: "invisible",
      why: "People cannot see it, but agents read it.",
    })),
    ...[...text.matchAll(directionMarks)].map((match) => ({
      match,
      what: "a direction mark",
      why: "It can change the order in which a text is shown.",
    })),
  ];
  return found.slice(0, maximumProblems).map(({ match, what: description, why: consequence }) => {
    const range = file.lines.range([match.index, match.index + match[0].length]);
    return createSkillDiagnostic(file, [match.index, match.index + match[0].length], {
      severity: "warning",
      code: "invisible-character",
      message: `${formatCharacterNames(match[0])} is ${description}. ${consequence}`,
      fixes: [{ title: "Remove Invisible Characters", edits: [{ ...range, text: "" }] }],
    });
  });
}

function formatCharacterNames(text: string): string {
  const names = [...new Set([...text].map(formatCodePoint))];
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
