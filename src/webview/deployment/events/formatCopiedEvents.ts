import { formatEventLogLine } from "./eventText.ts";
import type { EventView } from "./eventView.ts";

/** The limit of a `copy` message is twice as long. */
const maxLength = 10_000_000;

/** Formats rows as lines of a log. Keeps the last rows if the text would be too long. */
export function formatCopiedEvents(
  view: Pick<EventView, "rowAt">,
  [first, last]: readonly [number, number],
): { readonly text: string; readonly rows: number } {
  const lines: string[] = [];
  let length = 0;
  for (let position = last; position >= first; position -= 1) {
    const row = view.rowAt(position);
    if (!row) continue;
    const line = formatEventLogLine(row);
    length += line.length + 1;
    if (length > maxLength) break;
    lines.push(line);
  }
  return { text: lines.reverse().join("\n"), rows: lines.length };
}
