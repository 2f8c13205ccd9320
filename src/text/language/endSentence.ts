/** Ends a text with a full stop, unless it is empty or ends with a mark of its own. */
export function endSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /[.!?:]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
