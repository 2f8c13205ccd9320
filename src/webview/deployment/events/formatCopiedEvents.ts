import { formatEventLogLine } from "./eventText.ts";
import type { EventView } from "./eventView.ts";

/** More than anybody pastes, and as much as one message may hold. */
const longest = 10_000_000;

/** Rows as lines of a log; of very many the last ones. */
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
    if (length > longest) break;
    lines.push(line);
  }
  return { text: lines.reverse().join("\n"), rows: lines.length };
}
