import type { Page } from "playwright-core";
import { retryAction } from "./retryAction.ts";
import { matchLabel, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** The Command Palette, quick picks and input boxes by keys alone. */
export interface QuickKeys {
  /** Runs a command of the palette by its title. */
  run(title: string): Promise<void>;
  /** Opens a file of the workspace by Quick Open. */
  open(name: string, folder?: string): Promise<void>;
  /** Waits for a quick input whose title matches and that has the focus. */
  question(title: RegExp): Promise<void>;
  /** Selects the item with this label. */
  pick(title: RegExp, label: string): Promise<void>;
  /** Checks exactly these items, and confirms. */
  pickMany(title: RegExp, labels: readonly string[]): Promise<void>;
  /** Enters a text, and confirms it. */
  enter(title: RegExp, text: string): Promise<void>;
  /** Enters a folder in VS Code's dialog, which is a quick input in the browser, and confirms it. */
  folder(path: string): Promise<void>;
  /** Presses Escape; resolves when no quick input is open. */
  escape(): Promise<void>;
}

export function createQuickKeys(page: Page, press: (...keys: readonly string[]) => Promise<void>): QuickKeys {
  const widget = page.locator(".quick-input-widget:visible");
  const box = widget.locator(".quick-input-box input");
  const rows = widget.locator(".quick-input-list .monaco-list-row");
  const labelOf = ".quick-input-list-row:first-child .label-name";
  const focusedLabel = () =>
    readTexts(rows.and(page.locator(".focused")).locator(labelOf)).then((texts) => texts.join());
  const isChecked = async () => (await rows.and(page.locator(".focused")).locator('[aria-checked="true"]').count()) > 0;
  const fill = async (text: string) => {
    await press("Control+a", "Delete");
    if (text !== "") await page.keyboard.insertText(text);
    await waitUntil(
      "The typed text",
      () => box.inputValue(),
      (value) => value === text,
    );
  };
  /** Moves the focus of the list; the focus of the keys stays in the box. */
  const goTo = async (label: string) => {
    const item = rows.filter({ has: page.locator(labelOf, { hasText: matchLabel(label) }) });
    await item.first().waitFor({ timeout: 8_000 });
    const seen: string[] = [];
    for (let now = await focusedLabel(); !matchLabel(label).test(now); now = await focusedLabel()) {
      if (seen.length > 50) throw new Error(`Arrows do not reach ${label}: ${seen.join(" | ")}`);
      seen.push(now);
      await press("ArrowDown");
    }
  };
  const question = async (title: RegExp) => {
    await waitUntil(
      `A question titled ${title} that has the focus`,
      async () => {
        const titles = await readTexts(widget.locator(".quick-input-title"));
        const isFocused = (await widget.locator(":focus").count()) > 0;
        return `${titles.join()}${isFocused ? "" : " without focus"}`;
      },
      (seen) => title.test(seen) && !seen.endsWith(" without focus"),
    );
  };
  return {
    question,
    // While VS Code starts, the palette lacks the commands of extensions.
    run: (title) =>
      retryAction(page, async () => {
        await press("F1");
        await box.and(page.locator(":focus")).waitFor({ timeout: 5_000 });
        await fill(`>${title}`);
        await goTo(title);
        await press("Enter");
      }),
    open: async (name, folder = "") => {
      // VS Code may not know a file that is new.
      await retryAction(page, async () => {
        await press("Control+p");
        await box.and(page.locator(":focus")).waitFor();
        await fill(`${folder} ${name}`.trim());
        await goTo(name);
        await press("Enter");
      });
      await page.locator(".editor-group-container.active .tab.active").filter({ hasText: name }).waitFor();
    },
    pick: async (title, label) => {
      await question(title);
      await fill(label);
      await goTo(label);
      await press("Enter");
    },
    pickMany: async (title, labels) => {
      await question(title);
      await rows.first().waitFor();
      await press("ArrowDown");
      const seen: string[] = [];
      for (let now = await focusedLabel(); !seen.includes(now); now = await focusedLabel()) {
        seen.push(now);
        if ((await isChecked()) !== labels.includes(now)) await press("Space");
        await press("ArrowDown");
      }
      const missing = labels.filter((label) => !seen.includes(label));
      if (missing.length > 0) throw new Error(`Arrows do not reach ${missing}: ${seen.join(" | ")}`);
      await press("Enter");
    },
    enter: async (title, text) => {
      await question(title);
      await fill(text);
      await press("Enter");
    },
    folder: async (path) => {
      // VS Code fills in a default folder when it is ready, even over typed text.
      await waitUntil(
        "The folder that VS Code offers",
        () => box.inputValue(),
        (value) => value !== "",
      );
      await waitUntil(
        "The folder that was typed",
        async () => {
          if ((await box.inputValue()) !== `${path}/`) await fill(`${path}/`);
          return box.inputValue();
        },
        (value) => value === `${path}/`,
      );
      await press("Enter");
    },
    escape: async () => {
      await press("Escape");
      await widget.waitFor({ state: "hidden" });
    },
  };
}
