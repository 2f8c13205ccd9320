import { toVisibleText } from "./toVisibleText.ts";

/**
 * Formats a text for notifications, dialogs and view messages, where VS Code turns `[text](address)` into links, also to commands. A
 * service's text must not become a link.
 */
export function formatMessageText(text: string): string {
  return toVisibleText(text).replaceAll("](", "] (");
}

/** Formats a text for quick picks and labels, where VS Code draws icons for `$(name)`. A name must not show an icon of the extension. */
export function formatLabelText(text: string): string {
  return toVisibleText(text).replaceAll("$(", "$ (");
}
