import type { Page } from "playwright-core";
import { createQuickKeys, type QuickKeys } from "./keyboardQuickInput.ts";
import { retryAction } from "./retryAction.ts";
import { isSameLabel, normalizeSpaces, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** The window, operated by keys alone: methods press keys, read what is visible, and wait for it. */
export interface Keyboard extends QuickKeys {
  press(...keys: readonly string[]): Promise<void>;
  /** Moves the focus into a view of Fairlead's side bar by its command, and waits for a row or a button. */
  focusView(name: string): Promise<void>;
  /** Moves the focus of the focused list or tree to the row with this label. */
  row(label: string | RegExp): Promise<void>;
  /** Moves the focus to a row, and expands it. */
  expand(label: string | RegExp): Promise<void>;
  /** Opens the context menu of the focused row, and chooses an item, or submenu and item. */
  menu(...path: readonly string[]): Promise<void>;
  /** Presses Tab until the focused element has this name. */
  tabTo(name: string | RegExp): Promise<void>;
  /** Waits for a notification whose text matches. */
  message(expected: RegExp): Promise<string>;
  /** Presses a button of a notification whose text matches. */
  answer(expected: RegExp, button: string): Promise<void>;
  clearNotifications(): Promise<void>;
  /** Presses a button of a modal dialog whose text matches. */
  dialog(expected: RegExp, button: string): Promise<void>;
  /** Waits until an element of the window has the focus and is visible. */
  hasFocus(): Promise<string>;
  /** Waits until the row with this label has the focus. */
  hasRow(label: string | RegExp): Promise<void>;
}

const maxSteps = 100;
/** A toast appears within this time. */
const toastMs = 1_000;

export function createKeyboard(page: Page): Keyboard {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const quick = createQuickKeys(page, press);
  const read = (script: string) => page.evaluate<string>(script).then(normalizeSpaces);
  const reach = async (key: string, wanted: string | RegExp, readNow: () => Promise<string>) => {
    const seen: string[] = [];
    let index = "";
    while (seen.length < maxSteps) {
      const now = await readNow();
      if (isSameLabel(now, wanted)) return true;
      const before = index;
      index = await read(focusedIndex);
      // Rows may have the same label.
      if (key.startsWith("Arrow") && seen.at(-1) === now && index === before) break;
      seen.push(now);
      await press(key);
    }
    return seen.join(" | ");
  };
  /** Rows come and go while a list is read again. */
  const row = async (label: string | RegExp) => {
    await waitUntil(
      `The row ${label}`,
      async () => {
        await press("Home");
        return reach("ArrowDown", label, () => read(focusedRow));
      },
      (seen) => seen === true,
    );
  };
  const tabTo = async (name: string | RegExp) => {
    const reached = await reach("Tab", name, () => read(focusedName));
    if (reached !== true) throw new Error(`Tab does not reach ${name}: ${reached}`);
  };
  const bell = page.locator(".statusbar-item").filter({ has: page.locator(".codicon-bell-dot") });
  const menu = page.locator(".context-view .monaco-menu:visible");
  /** Moves the focus of the open menu to an item; a submenu opens on top of the item with the name `parent`. */
  const goToItem = async (item: string, parent: string | undefined) => {
    await waitUntil(
      `The menu with ${item}`,
      () => read(focusedMenuItem),
      (now) => now !== "" && now !== parent,
    );
    const seen: string[] = [];
    for (let now = await read(focusedMenuItem); now !== item; now = await read(focusedMenuItem)) {
      if (seen.includes(now)) throw new Error(`The menu has no ${item}: ${seen.join(" | ")}`);
      seen.push(now);
      await press("ArrowDown");
    }
  };
  return {
    ...quick,
    press,
    row,
    tabTo,
    focusView: async (name) => {
      const pane = page.locator(`.pane:has(.pane-header[aria-label^="${name}"])`);
      const inside = pane.locator(".monaco-list:focus, .welcome-view-content:focus-within");
      // VS Code drops the focus when rows take the place of a welcome text, or the other way round.
      await waitUntil(
        `The focus in ${name}`,
        async () => {
          if ((await inside.count()) === 0) await quick.run(`Fairlead: Focus on ${name} View`);
          return inside
            .first()
            .waitFor({ timeout: 2_000 })
            .then(
              () => true,
              () => false,
            );
        },
        (isInside) => isInside,
      );
    },
    expand: async (label) => {
      await row(label);
      const focused = page.locator(".monaco-list:focus .monaco-list-row.focused");
      await waitUntil(
        `The rows of ${label}`,
        async () => {
          if ((await focused.getAttribute("aria-expanded")) !== "true") await press("ArrowRight");
          return focused.getAttribute("aria-expanded");
        },
        (expanded) => expanded === "true",
      );
    },
    menu: (...path) =>
      // An item may depend on a file that is new.
      retryAction(page, async () => {
        while (await menu.first().isVisible()) await press("Escape");
        // After a change of theme or zoom the editor may lose a key. Escape in between would take the focus from the row.
        const open = async () => {
          await press("Shift+F10");
          return menu
            .first()
            .waitFor({ timeout: 10_000 })
            .then(
              () => true,
              () => false,
            );
        };
        await waitUntil("The menu of the row", open, (isOpen) => isOpen);
        await press("ArrowDown");
        for (const [level, item] of path.entries()) {
          if (level > 0) await press("ArrowRight");
          await goToItem(item, path[level - 1]);
        }
        await press("Enter");
      }),
    message: async (expected) => {
      const toasts = page.locator(".notification-list-item-message:visible");
      const since = Date.now();
      const seen = await waitUntil(
        `A notification like ${expected}`,
        async () => {
          const texts = await readTexts(toasts);
          const isMissed = texts.length === 0 && Date.now() - since > toastMs && (await bell.isVisible());
          if (isMissed) await press("Control+k", "Control+Shift+n");
          return texts;
        },
        (texts) => texts.some((text) => expected.test(text)),
        120_000,
      );
      return seen.find((text) => expected.test(text)) ?? "";
    },
    answer: async (expected, button) => {
      const item = page.locator(".notification-list-item:visible").filter({ hasText: expected }).first();
      await item.waitFor();
      // While the center is open, Escape closes it and not the question that follows.
      if (await page.locator(".notifications-toasts.visible").isVisible())
        await quick.run("Notifications: Focus Notification Toast");
      else await press("Control+k", "Control+Shift+n");
      await row(expected);
      await tabTo(button);
      await press("Enter");
    },
    clearNotifications: async () => {
      await quick.run("Notifications: Clear All Notifications");
      // The center keeps the elements of its last list after it is closed.
      await page.locator(".notification-list-item:visible").first().waitFor({ state: "detached" });
    },
    dialog: async (expected, button) => {
      const box = page.locator(".monaco-dialog-box").filter({ hasText: expected });
      await box.waitFor();
      await waitUntil(
        "The focus in the dialog",
        () => read(focusPlace),
        (place) => place === "dialog",
      );
      await tabTo(button);
      await press("Enter");
      await box.waitFor({ state: "hidden" });
    },
    hasFocus: () =>
      waitUntil(
        "A visible focus",
        () => read(focusPlace),
        (place) => place !== "nothing",
      ),
    hasRow: async (label) => {
      await waitUntil(
        `The focus on the row ${label}`,
        () => read(focusedRow),
        (seen) => isSameLabel(seen, label),
      );
    },
  };
}

/** These run in the page. */
const focusedRow = `(() => {
  const row = document.activeElement?.querySelector(".monaco-list-row.focused") ?? document.activeElement?.closest(".monaco-list-row");
  const label = row?.querySelector(".label-name, .notification-list-item-message, .label");
  return label?.textContent ?? row?.getAttribute("aria-label") ?? "";
})()`;
const focusedIndex = `(document.activeElement?.querySelector(".monaco-list-row.focused")?.getAttribute("data-index") ?? "")`;
const focusedName = `(() => {
  const focused = document.activeElement;
  return focused === document.body ? "nothing" : (focused?.getAttribute("aria-label") ?? focused?.textContent ?? "");
})()`;
const focusedMenuItem = `(document.activeElement?.closest(".action-menu-item")?.querySelector(".action-label")?.textContent ?? "")`;
const focusPlace = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body || !focused.checkVisibility()) return "nothing";
  if (focused.closest(".monaco-dialog-box")) return "dialog";
  if (focused.closest(".quick-input-widget")) return "quick input";
  return focused.closest(".part")?.id ?? focused.tagName;
})()`;
