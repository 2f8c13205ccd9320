import * as l10n from "@vscode/l10n";
import type { AnyPanelFromWebview } from "../protocol/anyPanelMessages.ts";
import { createButton, createElement } from "../shared/element.ts";

// Every document runs this script before the one of its page, so that a page that cannot start does not stay blank.

interface WebviewApi {
  postMessage(message: AnyPanelFromWebview): void;
}
declare function acquireVsCodeApi(): WebviewApi;

// VS Code gives the API once, and the page needs it too.
const vscode = acquireVsCodeApi();
Object.defineProperty(globalThis, "acquireVsCodeApi", { value: () => vscode });

l10n.config({ contents: document.body.dataset.translation ?? "{}" });
useKnownLanguage();
retainFocus();
addEventListener(
  "error",
  ({ error, message, target }) => {
    if (target instanceof HTMLScriptElement) report(l10n.t`${target.src} could not be loaded.`);
    else report(error ? formatError(error) : message);
  },
  true,
);
addEventListener("unhandledrejection", ({ reason }) => report(formatError(reason)));

/** A system's locale can be one that `Intl` refuses, such as `en-US@posix`. Scripts pass it on when they are loaded. */
function useKnownLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en" });
  }
}

function formatError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Writes the error to the log, and shows the first one above what the page shows. */
function report(text: string): void {
  vscode.postMessage({ type: "error", message: text.slice(0, 10_000) });
  if (document.querySelector("#pageError")) return;
  const [reason = ""] = text.split("\n");
  const message = l10n.t`This page has an error and may not show everything (${reason.trim()}). Reload it. If the error comes back, the log has the details.`;
  document.body.prepend(
    createElement(
      "div",
      { id: "pageError", class: "notice problem", role: "alert" },
      createElement("span", { class: "fill" }, message),
      createButton(l10n.t("Reload"), () => vscode.postMessage({ type: "reload" })),
      createButton(l10n.t("Show Log"), () => vscode.postMessage({ type: "showLog" })),
    ),
  );
}

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Moves the focus to the nearest element when the page removes, hides or disables the focused one. */
function retainFocus(): void {
  let focused: HTMLElement | undefined;
  /** The elements after the focused one, then those before it, the nearest first. */
  let nearest: readonly HTMLElement[] = [];
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    const all = [...document.querySelectorAll<HTMLElement>(focusable)];
    const at = all.indexOf(target);
    nearest = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).reverse()];
  });
  // An element that is removed or hidden loses the focus too, but the user did not leave it.
  addEventListener("focusout", ({ target }) => {
    if (target === focused && isFocusable(target)) focused = undefined;
  });
  const observer = new MutationObserver(() => {
    if (!focused || isFocusable(focused) || isElsewhere(focused)) return;
    focused = undefined;
    nearest.find(isTabStop)?.focus({ preventScroll: true });
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["hidden", "disabled"],
  });
}

/** The focus moved on, or the whole page does not have it. */
function isElsewhere(focused: HTMLElement): boolean {
  const active = document.activeElement;
  return !document.hasFocus() || (active !== null && active !== document.body && active !== focused);
}

function isFocusable(element: EventTarget | null): boolean {
  return (
    element instanceof HTMLElement && element.isConnected && element.checkVisibility() && !element.matches(":disabled")
  );
}

function isTabStop(element: HTMLElement): boolean {
  return isFocusable(element) && element.tabIndex >= 0;
}
