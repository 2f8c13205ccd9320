import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";

export interface TextPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Ignores case; undefined for an empty text. */
export function createSearchPattern(text: string): RegExp | undefined {
  return text === "" ? undefined : new RegExp(text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

/** Whether the message or the data of an event matches. */
export function hasMatch(pattern: RegExp, [, , , , message, data]: EventRow): boolean {
  return message.search(pattern) !== -1 || (data !== null && data.search(pattern) !== -1);
}

/** Splits a text into matching and other pieces. */
export function splitAtMatches(text: string, pattern: RegExp | undefined): readonly TextPiece[] {
  if (!pattern) return [{ text, isMatch: false }];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    pieces.push({ text: text.slice(end, index), isMatch: false }, { text: found, isMatch: true });
    end = index + found.length;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}
