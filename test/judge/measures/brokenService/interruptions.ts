import type { OpenWindow } from "../../../e2e/window.ts";

/** Notifications and dialogs that the user did not request. */
export interface Interruptions {
  readonly toasts: number;
  readonly dialogs: number;
}

/** Counts rendered notification toasts and modal dialogs, including short-lived ones. */
const counting = `(() => {
  const seen = { toasts: 0, dialogs: 0 };
  globalThis.interruptions = seen;
  const counted = (node) => {
    if (!(node instanceof Element)) return;
    const has = (selector) => node.matches(selector) || node.querySelector(selector) !== null;
    if (has(".notification-toast")) seen.toasts += 1;
    if (has(".monaco-dialog-box")) seen.dialogs += 1;
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(counted);
  }).observe(document.body, { childList: true, subtree: true });
})()`;

/** Starts to count; the returned function returns the interruptions since its last call. */
export async function watchInterruptions({ page }: OpenWindow): Promise<() => Promise<Interruptions>> {
  await page.evaluate(counting);
  return async () => {
    const seen = await page.evaluate("({ ...globalThis.interruptions })");
    await page.evaluate("Object.assign(globalThis.interruptions, { toasts: 0, dialogs: 0 })");
    return seen as Interruptions;
  };
}
