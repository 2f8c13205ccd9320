import type { Locator, Page } from "playwright-core";
import { chooseFromMenu } from "./contextMenu.ts";
import { matchLabel, normalizeSpaces, type PageElement, readText, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** One of Fairlead's views, by its name in the side bar. Methods find a row by its label. */
export interface Tree {
  /** Opens Fairlead's side bar, and expands the view. */
  show(): Promise<void>;
  /** The rows as text: two spaces for each level, label, then description. */
  text(): Promise<string>;
  /** Collapses these other views, so that this one shows more rows. */
  makeRoom(...others: string[]): Promise<void>;
  /** Waits for a row with this label. */
  waitFor(label: string, options?: { readonly timeout: number }): Promise<void>;
  /** Waits until the text of the whole tree matches. */
  waitForText(expected: RegExp): Promise<string>;
  click(label: string): Promise<void>;
  expand(label: string): Promise<void>;
  collapse(label: string): Promise<void>;
  /** Selects an item of the row's context menu. */
  menu(label: string, item: string): Promise<void>;
  /** Clicks an inline action of the row, by its tooltip. */
  inline(label: string, action: string): Promise<void>;
  /** Clicks an action in the title of the view. */
  title(action: string): Promise<void>;
  /** Clicks a button of the welcome view. */
  welcome(button: string): Promise<void>;
  /** The welcome text of an empty view, or the message above its rows. */
  message(): Promise<string>;
  /** Waits until that text matches, because VS Code shows its own text before the extension starts. */
  waitForMessage(expected: RegExp): Promise<string>;
  /** The current text, empty if there is none. */
  messageNow(): Promise<string>;
  tooltip(label: string): Promise<string>;
}

/** The twistie of a header. Its actions appear under the mouse, in a narrow side bar also in the middle. */
const beforeActions = { x: 10, y: 10 };

export function createTree(page: Page, name: string): Tree {
  // The filter follows the name of the view.
  const header = page.locator(`.pane-header[aria-label="${name}"], .pane-header[aria-label^="${name} "]`);
  const pane = page.locator(".pane").filter({ has: header });
  const rows = pane.locator(".pane-body .monaco-list-row");
  const row = (label: string) =>
    rows.filter({ has: page.locator(".monaco-icon-label .label-name", { hasText: matchLabel(label) }) }).first();
  const text = async () => (await rows.evaluateAll(readRows)).map(normalizeSpaces).join("\n");
  const message = pane.locator(".welcome-view-content:visible, .tree-explorer-viewlet-tree-view .message:visible");
  return {
    show: async () => {
      const icon = page.locator(".activitybar .action-item").filter({ has: page.locator('[aria-label="Fairlead"]') });
      // A window that VS Code is restoring may move the icon under the mouse, or open the side bar itself.
      await waitUntil(
        `The view ${name}`,
        async () => {
          await icon.waitFor();
          if ((await icon.getAttribute("aria-expanded")) !== "true") await icon.click();
          // The only view of the side bar has no header.
          return header.waitFor({ state: "attached", timeout: 2_000 }).then(
            () => true,
            () => false,
          );
        },
        (isShown) => isShown,
      );
      if ((await header.getAttribute("aria-expanded")) === "false") await header.click({ position: beforeActions });
    },
    text,
    makeRoom: async (...others) => {
      for (const other of others) {
        const own = page.locator(`.pane-header[aria-label="${other}"], .pane-header[aria-label^="${other} "]`);
        if ((await own.getAttribute("aria-expanded")) === "true") await own.click({ position: beforeActions });
      }
    },
    waitFor: (label, options) => row(label).waitFor(options),
    waitForText: (expected) => waitUntil(`${expected} in the view ${name}`, text, (seen) => expected.test(seen)),
    click: (label) => row(label).click(),
    expand: (label) => setExpanded(row(label), "true"),
    collapse: (label) => setExpanded(row(label), "false"),
    menu: (label, item) => chooseFromMenu(page, row(label), item),
    inline: async (label, action) => {
      await row(label).hover();
      // The key of a command follows its title.
      await row(label).locator(`.actions .action-label[aria-label^="${action}"]`).click();
    },
    title: async (action) => {
      await header.hover();
      await header.locator(`.action-label[aria-label^="${action}"]`).click();
    },
    welcome: (button) => pane.locator(".welcome-view-content").getByRole("button", { name: button }).click(),
    message: () => readText(message),
    waitForMessage: (expected) =>
      waitUntil(
        `${expected} in the view ${name}`,
        () => readText(message),
        (seen) => expected.test(seen),
      ),
    messageNow: async () => (await readTexts(message)).join("\n"),
    tooltip: (label) => {
      const hover = page.locator(".workbench-hover-container:visible, .monaco-hover:visible");
      // VS Code asks for the text when the tooltip is open already, and closes it when it draws the row again.
      return waitUntil(
        `The tooltip of ${label}`,
        async () => {
          await row(label).hover();
          const isOpen = hover.first().waitFor({ timeout: 5_000 });
          return isOpen.then(
            () => readText(hover),
            () => "Loading",
          );
        },
        (text) => !/^Loading/.test(text),
      );
    },
  };
}

async function setExpanded(row: Locator, expanded: "true" | "false"): Promise<void> {
  const done = row.and(row.page().locator(`[aria-expanded="${expanded}"]`));
  const loading = row.locator(".codicon-tree-item-loading");
  // A click is lost while VS Code draws the row again, and a tree that is read again meanwhile folds a row that still loads.
  await waitUntil(
    `A row that is expanded: ${expanded}`,
    async () => {
      await row.waitFor();
      if ((await row.getAttribute("aria-expanded")) !== expanded) await row.locator(".monaco-tl-twistie").click();
      return done
        .waitFor({ timeout: 2_000 })
        .then(() => loading.waitFor({ state: "detached", timeout: 10_000 }))
        .then(
          async () => (await row.getAttribute("aria-expanded")) === expanded,
          () => false,
        );
    },
    (isDone) => isDone,
  );
}

/** Runs in the page. Sorts rows by their position, because VS Code reuses them and the DOM has them in any order. */
function readRows(rows: PageElement[]): string[] {
  const top = (row: PageElement) => row.getBoundingClientRect().top;
  return [...rows]
    .sort((element, other) => top(element) - top(other))
    .map((row) => {
      const level = Number(row.getAttribute("aria-level") ?? "1");
      const parts = [".label-name", ".label-description"].map((part) => row.querySelector(part)?.textContent ?? "");
      return "  ".repeat(level - 1) + parts.join(" ");
    });
}
