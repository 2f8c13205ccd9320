import type { Locator } from "playwright-core";

/** Matches a whole label: `Deploy` must not match `Deploy Folder`. */
export function matchLabel(label: string): RegExp {
  return new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
}

/** VS Code draws spaces as no-break spaces. */
export function normalizeSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ").replaceAll("\u200b", "").trimEnd();
}

/** The visible text of each element. */
export async function readTexts(elements: Locator): Promise<string[]> {
  return (await elements.allInnerTexts()).map(normalizeSpaces);
}

/** Waits for the first of the elements, and reads it. */
export async function readText(elements: Locator): Promise<string> {
  await elements.first().waitFor();
  const [text = ""] = await readTexts(elements.first());
  return text;
}

/** The members of an element that the tests use, because they are compiled without the browser's types. */
export interface PageElement {
  readonly textContent: string | null;
  getBoundingClientRect(): { readonly top: number };
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}

/** Compares a visible label with a wanted one. */
export function isSameLabel(seen: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? matchLabel(wanted).test(seen) : wanted.test(seen);
}
