import type { Locator, Page } from "playwright-core";
import { retryAction } from "./retryAction.ts";
import { matchLabel, readText, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** The Command Palette, quick picks and input boxes. */
export interface QuickInput {
  /** Runs a command from the palette by its title there, such as `Fairlead: Refresh`. Fails if it is not listed. */
  runCommand(title: string): Promise<void>;
  /** The palette's entries for this text, without running any. */
  listCommands(text: string): Promise<string[]>;
  /** Waits for a quick pick whose title contains `title`, and selects the item with this label. */
  pick(title: string, label: string, options?: { readonly timeout: number }): Promise<void>;
  /** Waits for a quick pick with check boxes, checks exactly these labels, and confirms. */
  pickMany(title: string, labels: readonly string[]): Promise<void>;
  /** The visible labels of a quick pick. */
  choices(title: string, options?: { readonly timeout: number }): Promise<string[]>;
  /** Filters a quick pick, or fills an input box, without confirming it. */
  fill(title: string, text: string): Promise<void>;
  /** Waits for an input box whose title contains `title`, types and confirms. */
  type(title: string, text: string): Promise<void>;
  /** The title of the open quick input, once it matches. */
  waitForTitle(expected: RegExp): Promise<string>;
  /** The value of an input box. */
  value(title: string): Promise<string>;
  /** The validation message of an input box, once it has one. */
  validation(title: string): Promise<string>;
  /** The Back button of a step. */
  back(title: string): Promise<void>;
  /** Presses Escape; resolves when no quick input is open. */
  escape(): Promise<void>;
}

export function createQuickInput(page: Page): QuickInput {
  const widget = page.locator(".quick-input-widget:visible");
  const titled = (title: string) => widget.filter({ has: page.locator(".quick-input-title", { hasText: title }) });
  const box = (owner: Locator) => owner.locator(".quick-input-box input");
  const rows = (owner: Locator) => owner.locator(".quick-input-list .monaco-list-row");
  const labels = async (owner: Locator, options?: { readonly timeout: number }) => {
    await rows(owner).first().waitFor(options);
    return readTexts(rows(owner).locator(".quick-input-list-row:first-child .label-name"));
  };
  const row = (owner: Locator, label: string) =>
    rows(owner).filter({
      has: page.locator(".quick-input-list-row:first-child .label-name", { hasText: matchLabel(label) }),
    });
  const openPalette = async (text: string) => {
    await page.keyboard.press("F1");
    await box(widget).fill(`>${text}`, { timeout: 5_000 });
  };
  return {
    // The previous command may take the focus or the typed text, so that the palette closes or stays empty.
    runCommand: (title) =>
      retryAction(page, async () => {
        await openPalette(title);
        await row(widget, title).first().waitFor({ timeout: 5_000 });
        // A busy window answers a click late: one that is given up too early would run the command twice.
        await row(widget, title).first().click({ timeout: 30_000 });
      }),
    listCommands: async (text) => {
      await openPalette(text);
      const offered = await labels(widget);
      await page.keyboard.press("Escape");
      return offered;
    },
    pick: async (title, label, options) => {
      await box(titled(title)).fill(label, options);
      await row(titled(title), label).first().click(options);
    },
    pickMany: async (title, selected) => {
      const owner = titled(title);
      await rows(owner).first().waitFor();
      const checked = async () => Number.parseInt(await readText(owner.locator(".quick-input-count")), 10);
      const checkExactly = async () => {
        // The topmost box first checks all items if only some are checked, and then unchecks them.
        while ((await checked()) > 0) await owner.getByRole("checkbox", { name: "Toggle all checkboxes" }).click();
        for (const label of selected) {
          await box(owner).fill(label);
          await row(owner, label).first().click();
        }
        await box(owner).fill("");
        return checked();
      };
      // The rows are shown a moment before the first of them are checked, which a busy machine may draw in between.
      await waitUntil(`${selected.length} checked items`, checkExactly, (count) => count === selected.length);
      await page.keyboard.press("Enter");
    },
    choices: (title, options) => labels(titled(title), options),
    fill: (title, text) => box(titled(title)).fill(text),
    type: async (title, text) => {
      await box(titled(title)).fill(text);
      await page.keyboard.press("Enter");
    },
    waitForTitle: (expected) =>
      waitUntil(
        `A question titled ${expected}`,
        async () => (await readTexts(widget.locator(".quick-input-title"))).join(),
        (seen) => expected.test(seen),
      ),
    value: (title) => box(titled(title)).inputValue(),
    validation: async (title) => {
      await titled(title)
        .locator(".quick-input-box .monaco-inputbox.error, .monaco-inputbox.warning")
        .first()
        .waitFor();
      return readText(titled(title).locator(".quick-input-message"));
    },
    back: (title) => titled(title).getByRole("button", { name: "Back" }).click(),
    escape: async () => {
      await page.keyboard.press("Escape");
      await widget.waitFor({ state: "hidden" });
    },
  };
}
