import type { Page } from "playwright-core";
import { retryAction } from "./retryAction.ts";
import { matchLabel, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** The code lenses and quick fixes of the active editor. */
export interface Offers {
  /** The titles of the visible lenses, once one matches. */
  lenses(expected: RegExp): Promise<string[]>;
  /** Clicks the first lens with this title. */
  lens(title: string): Promise<void>;
  /** Reads the quick fixes for the problem in this line and closes them. */
  fixes(line: number): Promise<string[]>;
  fix(line: number, title: string): Promise<void>;
}

export function createOffers(page: Page, runCommand: (title: string) => Promise<void>): Offers {
  const links = page.locator(".editor-group-container.active .codelens-decoration a");
  const actions = page.locator(".action-widget .monaco-list-row.action");
  const open = async (line: number) => {
    await runCommand("Go to Line/Column...");
    await page.locator(".quick-input-widget:visible .quick-input-box input").fill(`:${line}`);
    await page.keyboard.press("Enter");
    // What takes the focus meanwhile closes the list again.
    await retryAction(page, async () => {
      await runCommand("Quick Fix...");
      await actions.first().waitFor({ timeout: 15_000 });
    });
  };
  return {
    lenses: (expected) =>
      waitUntil(
        `A lens like ${expected}`,
        () => readTexts(links),
        (seen) => seen.some((title) => expected.test(title)),
      ),
    lens: (title) =>
      links
        .filter({ hasText: matchLabel(title) })
        .first()
        .click(),
    fixes: async (line) => {
      await open(line);
      const titles = await readTexts(actions);
      await page.keyboard.press("Escape");
      return titles;
    },
    fix: async (line, title) => {
      await open(line);
      await actions
        .filter({ hasText: matchLabel(title) })
        .first()
        .click();
    },
  };
}
