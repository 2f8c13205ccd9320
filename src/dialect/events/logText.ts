import { isHtmlBody } from "../../client/createServiceError.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { DialectResponse } from "../dialectCall.ts";

const places = [[], ["logs"], ["log"], ["text"], ["output"], ["content"], ["data", "logs"], ["data", "log"]];

/** The text of a log, as JSON or plain; undefined where the response has a list in its place. */
export function findLogText({ json, text }: Pick<DialectResponse, "json" | "text">): string | undefined {
  const whole = json === undefined && !isHtmlBody(text) ? text : json;
  return places.map((place) => getValueAtPath(whole, place)).find((value) => typeof value === "string");
}

const line =
  /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)\]?\s+(?:\[?(DEBUG|TRACE|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\]?:?\s+)?(.*)$/is;

/** The events of a log that is one text. A line begins with its time and its level, where it has them. */
export function readLogText(text: string): readonly UnknownRecord[] {
  const lines = text.split(/\r?\n/).filter((one) => one !== "");
  return lines.map((whole) => {
    const [, at, level, message = whole] = line.exec(whole) ?? [];
    return { message, ...(at !== undefined && { at }), ...(level !== undefined && { level }) };
  });
}
