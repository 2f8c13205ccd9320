import type { Page } from "playwright-core";
import { readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** Notifications and modal questions. */
export interface Messages {
  /** Waits for a notification whose text matches, and answers it. */
  waitFor(expected: RegExp): Promise<string>;
  /** The texts of the notifications that are shown now. */
  shown(): Promise<string[]>;
  /** Presses a button of the notification whose text matches. */
  answer(expected: RegExp, button: string): Promise<void>;
  dismissAll(): Promise<void>;
  /** Waits for a modal question whose text matches, and answers it by this button. */
  modal(expected: RegExp, button: string): Promise<void>;
}

/** By then a toast is there, or will not be. */
const toastMs = 1_000;

export function messages(page: Page): Messages {
  // As toasts, or in the list behind the bell.
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
      // It was just leaving by itself; else the next look finds it again.
    }
  };
  return {
    shown,
    waitFor: async (expected) => {
      const since = Date.now();
      const isThere = (texts: readonly string[]) => texts.some((text) => expected.test(text));
      const look = async () => {
        const seen = await shown();
        // What left by itself, or came with others and was not shown as a toast, is behind the bell.
        const isMissed = !isThere(seen) && Date.now() - since > toastMs && (await bell.isVisible());
        if (isMissed) {
          // Under the mouse VS Code says something of the bell, which covers it and the buttons.
          await bell.locator(".statusbar-item-label").dispatchEvent("click");
        }
        return seen;
      };
      const seen = await waitUntil(`A notification like ${expected}`, look, isThere);
      return seen.find((text) => expected.test(text)) ?? "";
    },
    answer: (expected, button) => toast(expected).getByRole("button", { name: button }).click(),
    dismissAll: async () => {
      const left = async () => {
        await dismissFirst();
        return toasts.count();
      };
      await waitUntil("The end of all notifications", left, (count) => count === 0);
    },
    modal: (expected, button) => dialog(expected).getByRole("button", { name: button }).click(),
  };
}
