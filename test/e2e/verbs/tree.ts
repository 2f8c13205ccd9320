import type { Locator, Page } from "playwright-core";
import { chooseFromMenu, readMenu } from "./contextMenu.ts";
import { matchLabel, normalizeSpaces, type PageElement, readText, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** One of Fairlead's views, by its name in the side bar. Rows are found by label, whatever their description says. */
export interface Tree {
  /** Opens Fairlead's side bar, and the view where it is folded. */
  show(): Promise<void>;
  /** The rows as text: two spaces a level, label, then description. */
  text(): Promise<string>;
  /** Folds these other views, so that this one has the room for more rows. */
  makeRoom(...others: string[]): Promise<void>;
  /** Waits until a row with this label is there. */
  waitFor(label: string): Promise<void>;
  /** Waits until the whole tree's text matches. */
  waitForText(expected: RegExp): Promise<string>;
  click(label: string): Promise<void>;
  expand(label: string): Promise<void>;
  collapse(label: string): Promise<void>;
  /** Chooses from the row's context menu. */
  menu(label: string, item: string): Promise<void>;
  /** What the row's context menu offers. */
  menuItems(label: string): Promise<string[]>;
  /** One of the icons at the row's end, by its tooltip. */
  inline(label: string, action: string): Promise<void>;
  /** One of the icons in the view's title. */
  title(action: string): Promise<void>;
  /** A button or link of the welcome text. */
  welcome(button: string): Promise<void>;
  /** The welcome text of an empty view, or the message above its rows. */
  message(): Promise<string>;
  /** Waits until that text matches: before the extension has started, VS Code says something of its own there. */
  waitForMessage(expected: RegExp): Promise<string>;
  /** That text as it is now, empty where there is none. */
  messageNow(): Promise<string>;
  tooltip(label: string): Promise<string>;
}

export function tree(page: Page, name: string): Tree {
  // What the view is narrowed to follows its name.
  const header = page.locator(`.pane-header[aria-label="${name}"], .pane-header[aria-label^="${name} "]`);
  const pane = page.locator(".pane").filter({ has: header });
  const rows = pane.locator(".pane-body .monaco-list-row");
  const row = (label: string) =>
    rows.filter({ has: page.locator(".monaco-icon-label .label-name", { hasText: matchLabel(label) }) }).first();
  const text = async () => (await rows.evaluateAll(drawn)).map(normalizeSpaces).join("\n");
  const message = pane.locator(".welcome-view-content:visible, .tree-explorer-viewlet-tree-view .message:visible");
  return {
    show: async () => {
      const icon = page.locator(".activitybar .action-item").filter({ has: page.locator('[aria-label="Fairlead"]') });
      // A window that is just being restored may move the icon under the mouse, or open the side bar by itself.
      await waitUntil(
        `The view ${name}`,
        async () => {
          await icon.waitFor();
          if ((await icon.getAttribute("aria-expanded")) !== "true") await icon.click();
          // The header of a view that is alone in the side bar is not drawn.
          return header.waitFor({ state: "attached", timeout: 2_000 }).then(
            () => true,
            () => false,
          );
        },
        (isThere) => isThere,
      );
      if ((await header.getAttribute("aria-expanded")) === "false") await header.click();
    },
    text,
    makeRoom: async (...others) => {
      for (const other of others) {
        const own = page.locator(`.pane-header[aria-label="${other}"], .pane-header[aria-label^="${other} "]`);
        if ((await own.getAttribute("aria-expanded")) === "true") await own.click();
      }
    },
    waitFor: (label) => row(label).waitFor(),
    waitForText: (expected) => waitUntil(`${expected} in the view ${name}`, text, (seen) => expected.test(seen)),
    click: (label) => row(label).click(),
    expand: (label) => unfold(row(label), "true"),
    collapse: (label) => unfold(row(label), "false"),
    menu: (label, item) => chooseFromMenu(page, row(label), item),
    menuItems: (label) => readMenu(page, row(label)),
    inline: async (label, action) => {
      await row(label).hover();
      await row(label).locator(`.actions .action-label[aria-label="${action}"]`).click();
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
    tooltip: async (label) => {
      await row(label).hover();
      return readText(page.locator(".workbench-hover-container:visible, .monaco-hover:visible"));
    },
  };
}

async function unfold(row: Locator, expanded: "true" | "false"): Promise<void> {
  const done = row.and(row.page().locator(`[aria-expanded="${expanded}"]`));
  // A click on a row that is being drawn anew is lost.
  await waitUntil(
    `A row that is expanded: ${expanded}`,
    async () => {
      await row.waitFor();
      if ((await row.getAttribute("aria-expanded")) !== expanded) await row.locator(".monaco-tl-twistie").click();
      return done.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    },
    (isDone) => isDone,
  );
}

/** Runs in the page. Rows are recycled and stand in the DOM in any order, so they are read by where they are drawn. */
function drawn(rows: PageElement[]): string[] {
  const top = (row: PageElement) => row.getBoundingClientRect().top;
  return [...rows]
    .sort((one, other) => top(one) - top(other))
    .map((row) => {
      const level = Number(row.getAttribute("aria-level") ?? "1");
      const parts = [".label-name", ".label-description"].map((part) => row.querySelector(part)?.textContent ?? "");
      return "  ".repeat(level - 1) + parts.join(" ");
    });
}
