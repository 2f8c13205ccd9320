import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";

/** A part of a text, and whether it is what was looked for. */
export interface TextPiece {
  readonly text: string;
  readonly isFound: boolean;
}

/** What is looked for: a text, its case ignored. undefined: nothing. */
export function createSearchPattern(text: string): RegExp | undefined {
  return text === "" ? undefined : new RegExp(text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

/** Whether an event holds it, in its message or its data. */
export function hasMatch(pattern: RegExp, [, , , , message, data]: EventRow): boolean {
  return message.search(pattern) !== -1 || (data !== null && data.search(pattern) !== -1);
}

/** A text cut where it is what was looked for. */
export function splitAtMatches(text: string, pattern: RegExp | undefined): readonly TextPiece[] {
  if (!pattern) return [{ text, isFound: false }];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    pieces.push({ text: text.slice(end, index), isFound: false }, { text: found, isFound: true });
    end = index + found.length;
  }
  pieces.push({ text: text.slice(end), isFound: false });
  return pieces.filter((piece) => piece.text !== "");
}
