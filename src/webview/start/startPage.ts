import * as l10n from "@vscode/l10n";
import type { AnyPanelFromWebview } from "../protocol/anyPanelMessages.ts";
import { createButton, createElement } from "../shared/element.ts";
import { retainFocus } from "../shared/retainFocus.ts";

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
