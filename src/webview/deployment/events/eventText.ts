import { joinWords } from "../../../text/joinWords.ts";
import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";

/** `12:03:05.123` where the reader is; as much room where the service does not say when. */
export function formatTimeOfDay(time: string | null): string {
  if (time === null) return " ".repeat("12:03:05.123".length);
  const at = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  return `${clock}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

/** What fits on a row: rows have one line each. */
export function getFirstLine(message: string): string {
  const end = message.indexOf("\n");
  return end === -1 ? message : `${message.slice(0, end)} …`;
}

/** As a line of a log, for the clipboard; further lines of the message are set in. */
export function formatEventLogLine([, at, level, kind, message]: EventRow): string {
  return `${joinWords(at, level && `[${level}]`, kind)}: ${message.replaceAll("\n", "\n    ")}`;
}

/** All that is known of an event. */
export function formatWholeEvent([sequence, at, level, kind, message, data]: EventRow): string {
  return [joinWords(`#${sequence}`, at, level && `[${level}]`, kind), message, ...(data === null ? [] : [data])].join(
    "\n",
  );
}
