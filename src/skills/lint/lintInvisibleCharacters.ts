import type { LineIndex } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic } from "../skillDocument.ts";

/**
 * Characters that people do not see and agents read: zero widths, directions, fillers, tags. Joiners and variation selectors belong to
 * emoji and to some scripts, so only many selectors in a row count.
 */
const hidden =
  /(?:[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,})+/gu;
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const most = 50;

export function lintInvisibleCharacters(
  file: { readonly path: string; readonly lines: LineIndex },
  text: string,
): SkillDiagnostic[] {
  const found = [
    ...[...text.matchAll(hidden)].map((match) => ({
      match,
      what: "invisible",
      why: "People do not see it, agents read it.",
    })),
    ...[...text.matchAll(direction)].map((match) => ({
      match,
      what: "a mark of direction",
      why: "It can make a text look other than it is.",
    })),
  ];
  return found.slice(0, most).map(({ match, what, why }) => {
    const range = file.lines.range([match.index, match.index + match[0].length]);
    return createSkillDiagnostic(file, [match.index, match.index + match[0].length], {
      severity: "warning",
      code: "invisible-character",
      message: `${namesOf(match[0])} is ${what}. ${why}`,
      fixes: [{ title: "Remove what cannot be seen", edits: [{ ...range, text: "" }] }],
    });
  });
}

function namesOf(text: string): string {
  const names = [...new Set([...text].map(nameOf))];
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
