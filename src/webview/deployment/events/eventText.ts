import { isAllowedHost } from "../../../text/hosts/hostName.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";
import type { EventView } from "./eventView.ts";

/** `12:03:05.123` in the user's time zone; spaces of the same width if the service does not send the time. */
export function formatTimeOfDay(time: string | null): string {
  if (time === null) return " ".repeat("12:03:05.123".length);
  const at = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  return `${clock}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

/** The first line of a message, because a row has one line. */
export function getFirstLine(message: string): string {
  const end = message.indexOf("\n");
  return end === -1 ? message : `${message.slice(0, end)} …`;
}

/** A line of a log, for the clipboard; indents further lines of the message. */
export function formatEventLogLine([, at, level, kind, message]: EventRow): string {
  return `${joinWords(at, level && `[${level}]`, kind)}: ${message.replaceAll("\n", "\n    ")}`;
}

/** The complete event as text. */
export function formatWholeEvent([sequence, at, level, kind, message, data]: EventRow): string {
  return [joinWords(`#${sequence}`, at, level && `[${level}]`, kind), message, ...(data === null ? [] : [data])].join(
    "\n",
  );
}

/** The limit of a `copy` message is twice as long. */
const maxLength = 10_000_000;

/** Formats the shown rows as lines of a log. Keeps the last rows if the text would be too long. */
export function formatCopiedEvents(view: Pick<EventView, "length" | "rowAt">): {
  readonly text: string;
  readonly rows: number;
} {
  const lines: string[] = [];
  let length = 0;
  for (let position = view.length - 1; position >= 0; position -= 1) {
    const row = view.rowAt(position);
    if (!row) continue;
    const line = formatEventLogLine(row);
    length += line.length + 1;
    if (length > maxLength) break;
    lines.push(line);
  }
  return { text: lines.reverse().join("\n"), rows: lines.length };
}

/** Finds the host that an event offers to allow. */
export type FindRefusedHost = (row: EventRow) => string | undefined;

/**
 * Finds the refused host of an event, unless the user allowed it in the meantime. The data is searched as text, which is fast enough for
 * each row that is drawn; the extension checks the host.
 */
export function findRefusedHost(row: EventRow, allowedHosts: readonly string[]): string | undefined {
  const host = /"refusedHost": ?"([^"\\]+)"/.exec(row[5] ?? "")?.[1];
  return host && !isAllowedHost(allowedHosts, host) ? host : undefined;
}
