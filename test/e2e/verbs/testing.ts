import type { Page } from "playwright-core";
import { normalizeSpaces, type PageElement, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** VS Code's Test Explorer and its Test Results. */
export interface Testing {
  show(): Promise<void>;
  /** The rows as text: two spaces for each level, the label, then the state in brackets. */
  text(): Promise<string>;
  waitForText(expected: RegExp): Promise<string>;
  expand(label: string): Promise<void>;
  collapse(label: string): Promise<void>;
  /** Presses Run Test of the row. */
  run(label: string): Promise<void>;
  /** Filters the explorer; an empty text shows all. */
  filter(text: string): Promise<void>;
  /** The runs and their results, newest first, once one matches. */
  results(expected: RegExp): Promise<string[]>;
  /** Clicks a result. */
  openResult(label: RegExp): Promise<void>;
}

export function createTesting(page: Page, runCommand: (title: string) => Promise<void>): Testing {
  const explorer = page.locator(".test-explorer");
  const rows = explorer.locator(".test-explorer-tree .monaco-list-row");
  // A state and a duration follow the label.
  const row = (label: string) =>
    rows.and(page.locator(`[aria-label="${label}"], [aria-label^="${label} ("], [aria-label^="${label}, "]`)).first();
  const text = async () => (await rows.evaluateAll(readRows)).map(normalizeSpaces).join("\n");
  const results = page.locator(".test-output-peek-tree .monaco-list-row");
  const setExpanded = async (label: string, expanded: "true" | "false") => {
    await row(label).waitFor();
    if ((await row(label).getAttribute("aria-expanded")) === expanded) return;
    await row(label).locator(".monaco-tl-twistie").click();
  };
  return {
    show: () => runCommand("Testing: Focus on Test Explorer View"),
    text,
    waitForText: (expected) =>
      waitUntil(`${expected} in the Test Explorer`, text, (seen) => expected.test(seen), 60_000),
    expand: (label) => setExpanded(label, "true"),
    collapse: (label) => setExpanded(label, "false"),
    run: async (label) => {
      await row(label).hover();
      await row(label).locator('.action-label[aria-label^="Run Test"]').click();
    },
    filter: async (filterText) => {
      await explorer.locator(".testing-filter-wrapper .monaco-editor").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      if (filterText) await page.keyboard.insertText(filterText);
    },
    results: async (expected) => {
      await runCommand("Test Results: Focus on Test Results View");
      return waitUntil(
        `${expected} in the Test Results`,
        () => readTexts(results.locator(".label")),
        (seen) => seen.some((label) => expected.test(label)),
      );
    },
    openResult: (label) => results.filter({ hasText: label }).first().click(),
  };
}

/** Runs in the page. Sorts rows by their position, because VS Code reuses them and the DOM has them in any order. */
function readRows(rows: PageElement[]): string[] {
  const top = (row: PageElement) => row.getBoundingClientRect().top;
  return [...rows]
    .sort((element, other) => top(element) - top(other))
    .map((row) => {
      const level = Number(row.getAttribute("aria-level") ?? "1");
      return "  ".repeat(level - 1) + (row.getAttribute("aria-label") ?? "");
    });
}
