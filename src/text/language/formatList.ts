import { locale } from "./locale.ts";

let format: Intl.ListFormat | undefined;

/** `a, b and c`, for a list in a sentence. */
export function formatList(names: readonly string[]): string {
  // Made on first use, because it takes 8 MB.
  format ??= new Intl.ListFormat(locale, { type: "conjunction" });
  return format.format(names);
}
