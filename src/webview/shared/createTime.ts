import { formatFullTime, formatLocalTime } from "../../text/formatTime.ts";
import { createElement } from "./element.ts";

/** A short time, with the full one in its tooltip. */
export function createTime(at: string, text = formatLocalTime(at, Date.now())): HTMLElement {
  return createElement("time", { datetime: at, title: formatFullTime(at) }, text);
}
