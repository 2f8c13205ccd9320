import { locale } from "./locale.ts";

const format = new Intl.ListFormat(locale, { type: "conjunction" });

/** `a, b and c`, for a list in a sentence. */
export function formatList(names: readonly string[]): string {
  return format.format(names);
}
