import type { Page } from "playwright-core";
import { readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** Notifications and modal dialogs. */
export interface Messages {
  /** Waits for a notification whose text matches, and returns the text. */
  waitFor(expected: RegExp): Promise<string>;
  /** The texts of the visible notifications. */
  shown(): Promise<string[]>;
  /** Presses a button of the notification whose text matches. */
  answer(expected: RegExp, button: string): Promise<void>;
  dismissAll(): Promise<void>;
  /** Waits for a modal dialog whose text matches, and presses this button. */
  modal(expected: RegExp, button: string): Promise<void>;
}

/** A toast appears within this time. */
const toastMs = 1_000;

export function createMessages(page: Page): Messages {
  // Toasts, or entries of the notification center.
  const toasts = page.locator(".notification-list-item");
  const bell = page.locator(".statusbar-item").filter({ has: page.locator(".codicon-bell-dot") });
  const toast = (expected: RegExp) => toasts.filter({ hasText: expected }).first();
  const dialog = (expected: RegExp) => page.locator(".monaco-dialog-box").filter({ hasText: expected });
  const shown = () => readTexts(toasts.locator(".notification-list-item-message"));
  const dismissFirst = async () => {
    if ((await toasts.count()) === 0) return;
    try {
      await toasts.first().hover({ timeout: 1_000 });
      await toasts.first().locator(".codicon-notifications-clear").click({ timeout: 1_000 });
    } catch {
      // The toast was about to disappear; otherwise the next attempt finds it again.
    }
  };
  return {
    shown,
    waitFor: async (expected) => {
      const since = Date.now();
      const hasMatch = (texts: readonly string[]) => texts.some((text) => expected.test(text));
      const readAll = async () => {
        const seen = await shown();
        // The notification center has toasts that disappeared and messages that were not shown as a toast.
        const isMissed = !hasMatch(seen) && Date.now() - since > toastMs && (await bell.isVisible());
        if (isMissed) {
          // The tooltip of the bell would cover the buttons.
          await bell.locator(".statusbar-item-label").dispatchEvent("click");
        }
        return seen;
      };
      const seen = await waitUntil(`A notification like ${expected}`, readAll, hasMatch);
      return seen.find((text) => expected.test(text)) ?? "";
    },
    answer: (expected, button) => toast(expected).getByRole("button", { name: button }).click(),
    dismissAll: async () => {
      const dismissAndCount = async () => {
        await dismissFirst();
        return toasts.count();
      };
      await waitUntil("The end of all notifications", dismissAndCount, (count) => count === 0);
    },
    modal: (expected, button) => dialog(expected).getByRole("button", { name: button, exact: true }).click(),
  };
}
