import { toVisibleText } from "../../text/toVisibleText.ts";

/** A build server obeys these anywhere in a line of its log. */
const commandStarts = /##(?=\[|vso\[)/gi;

/** A text of a document or a server as it may stand in a line of a log. */
export const escapeLogText = (text: string) => text.replaceAll(commandStarts, "## ");

/** The same JSON without what a build server obeys. */
export const escapeLogJson = (json: string) => json.replaceAll(commandStarts, "#\\u0023");

/** The text for people: no line of it begins as a command of a build server does. */
export function formatLogText(text: string): string {
  return escapeLogText(toVisibleText(text))
    .replaceAll("\n", "\n| ")
    .replace(/^(?=\s*::)/, "| ");
}
