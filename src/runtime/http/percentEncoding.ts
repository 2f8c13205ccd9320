/** RFC 3986: everything but unreserved characters, as RFC 6570 expands a simple value. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, escaped);
}

/** For `allowReserved`: reserved characters stay, except those that would end the value or are not allowed where it stands. */
export function percentEncodeReserved(text: string, place: "path" | "query"): string {
  const kept = place === "path" ? /%[0-9A-F]{2}|[:@!$&'()*+,;=]/gi : /%[0-9A-F]{2}|[:/?@!$'()*,;]/gi;
  let encoded = "";
  let end = 0;
  for (const match of text.matchAll(kept)) {
    encoded += percentEncode(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return encoded + percentEncode(text.slice(end));
}

const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
