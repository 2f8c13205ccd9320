import type { Locator } from "playwright-core";

/** Matches a label as a whole: `Deploy` must not find `Deploy Folder`. */
export function matchLabel(label: string): RegExp {
  return new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
}

/** VS Code draws spaces as no-break spaces. */
export function normalizeSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ").replaceAll("\u200b", "").trimEnd();
}

/** What a user reads in each of the elements, line breaks and hidden parts as they are drawn. */
export async function readTexts(elements: Locator): Promise<string[]> {
  return (await elements.allInnerTexts()).map(normalizeSpaces);
}

/** Waits for the first of the elements, and reads it. */
export async function readText(elements: Locator): Promise<string> {
  await elements.first().waitFor();
  const [text = ""] = await readTexts(elements.first());
  return text;
}

/** As much of an element as is needed here; the tests are compiled without the browser's types. */
export interface PageElement {
  readonly textContent: string | null;
  getBoundingClientRect(): { readonly top: number };
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}
