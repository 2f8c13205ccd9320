import { getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { EventLog } from "./eventLog.ts";

const line =
  /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)\]?\s+(?:\[?(DEBUG|TRACE|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\]?:?\s+)?(.*)$/is;

const levels: Readonly<Record<string, string>> = {
  debug: "debug",
  trace: "debug",
  info: "info",
  notice: "info",
  warn: "warning",
  warning: "warning",
  error: "error",
  fatal: "error",
};

/** A page of a list, or of a log that is one text. */
interface LogPage {
  readonly text?: string | undefined;
  readonly next: unknown;
}

/**
 * The events of a log that is one text, whose pages may end inside a line; undefined if the log is a list. A line begins with its time
 * and its level, where it has them.
 */
export function readLogText(log: EventLog, { text, next }: LogPage): readonly UnknownRecord[] | undefined {
  if (text === undefined) return undefined;
  const lines = ((log.openLine ?? "") + text).split(/\r?\n/);
  const last = lines.pop() ?? "";
  // The end of a line may be on the next page, or not be written yet.
  log.openLine = next ? last : undefined;
  if (!next && last !== "") lines.push(last);
  return lines.filter((one) => one !== "").map(readLine);
}

function readLine(text: string): UnknownRecord {
  const [, at, level = "", message] = line.exec(text) ?? [];
  if (at === undefined || message === undefined) return { message: text };
  const time = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(at) ? at : `${at}Z`);
  const known = levels[level.toLowerCase()];
  return { message, ...(!Number.isNaN(time.getTime()) && { at: time.toISOString() }), ...(known && { level: known }) };
}

/** The text of a log where a response has one in place of a list. */
export function findLogText(json: unknown): string | undefined {
  const places = [[], ["logs"], ["log"], ["text"], ["output"], ["content"], ["data", "logs"], ["data", "log"]];
  const texts = places.map((place) => getValueAtPath(json, place)).filter((value) => typeof value === "string");
  return texts[0];
}
