import { isHtmlBody } from "../../client/createServiceError.ts";
import { readJson } from "../../text/readJson.ts";

const integer = /^-?\d+$/;
/** What walks through an answer comes back from there. */
const deepest = 300;

/** Parses JSON; whole numbers that JavaScript would round stay the text they were, as they are ids. */
export function parseJson(text: string): unknown {
  const plain = readJson(text, deepest);
  // Few services send such numbers: only then each value is looked at.
  if (!/\d{16,}/.test(text)) return plain;
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && integer.test(context?.source ?? "")
      ? context?.source
      : value,
  );
}

/** Whatever it calls itself: a wrong or missing media type and a byte order mark are no reason not to read it. */
export function jsonOf(text: string): unknown {
  const bare = text.trim();
  try {
    return bare === "" || isHtmlBody(bare) ? undefined : parseJson(bare);
  } catch {
    return undefined;
  }
}
