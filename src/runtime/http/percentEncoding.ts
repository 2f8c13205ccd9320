/** Escapes everything but the unreserved characters of RFC 3986, as RFC 6570 does for a simple value. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, escapeCharacter);
}

/** For `allowReserved`: preserves reserved characters, except those that would end the value or are invalid in its location. */
export function percentEncodeReserved(text: string, location: "path" | "query"): string {
  const reserved = location === "path" ? /%[0-9A-F]{2}|[:@!$&'()*+,;=]/gi : /%[0-9A-F]{2}|[:/?@!$'()*,;]/gi;
  let encoded = "";
  let end = 0;
  for (const match of text.matchAll(reserved)) {
    encoded += percentEncode(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return encoded + percentEncode(text.slice(end));
}

const escapeCharacter = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
