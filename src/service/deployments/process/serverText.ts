import { maskingMargin } from "./logLineReader.ts";

/** The most bytes of a text that a server chooses, in checks, states and failures. */
export const maximumServerTextBytes = 2048;

/**
 * Masks and cuts a text that contains what a server says, before it is stored. It is masked before the cut, because a secret that is
 * cut in half would not be recognized.
 */
export function cleanServerText(text: string, mask: (text: string) => string): string {
  return cutServerText(mask(text.slice(0, maximumServerTextBytes + maskingMargin)));
}

/** Cuts a text at `maximumServerTextBytes`. */
export function cutServerText(text: string): string {
  if (Buffer.byteLength(text) <= maximumServerTextBytes) return text;
  const end = "…";
  const room = new Uint8Array(maximumServerTextBytes - Buffer.byteLength(end));
  return text.slice(0, new TextEncoder().encodeInto(text, room).read) + end;
}
