import { toVisibleText } from "./toVisibleText.ts";

/**
 * A text where VS Code makes links of `[words](address)`, addresses of commands among them: in notifications, questions and the
 * messages of views. What a service says is words there, and nothing that runs when it is clicked.
 */
export function formatMessageText(text: string): string {
  return toVisibleText(text).replaceAll("](", "] (");
}

/** A text where VS Code draws icons for `$(name)`: in picks and labels. A name must not look like a verdict of ours. */
export function formatLabelText(text: string): string {
  return toVisibleText(text).replaceAll("$(", "$ (");
}
