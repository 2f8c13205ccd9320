import { appendToPointer, unescapePointerKey } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";

/** As many characters of an answer as a model is given. */
export const maximumResponseCharacters = 100_000;
/** Up to here JSON is indented for reading; beyond, each character counts. */
const indentedUpTo = 10_000;

interface Shortened {
  readonly text: string;
  /** What was left out, in words; undefined where nothing was. */
  readonly note: string | undefined;
}

/** Cuts a long text, at a line break where one is near. */
export function shortenResponseText(text: string, advice: string): Shortened {
  if (text.length <= maximumResponseCharacters) return { text, note: undefined };
  const lineEnd = text.lastIndexOf("\n", maximumResponseCharacters);
  const end = lineEnd > maximumResponseCharacters * 0.9 ? lineEnd : maximumResponseCharacters;
  const shown = text.slice(0, end).toWellFormed();
  return { text: shown, note: `Cut: the first ${shown.length} of ${text.length} characters are shown. ${advice}` };
}

interface ShortenedJson extends Shortened {
  /** Undefined where only text is short enough. */
  readonly value: unknown;
}

/**
 * Makes a long JSON answer shorter and keeps it JSON: the longest list in it loses its end, as often as it takes. Where that is not
 * enough, its text is cut.
 */
export function shortenResponseJson(value: unknown, advice: string): ShortenedJson {
  const notes: string[] = [];
  let kept = value;
  let text = JSON.stringify(kept);
  for (let rounds = 0; text.length > maximumResponseCharacters && rounds < 5; rounds += 1) {
    const list = longestList(kept, "", 0);
    if (!list || list.length < 2) break;
    const count = fitting(list.items, maximumResponseCharacters - (text.length - list.length));
    if (count === list.items.length) break;
    kept = replaced(kept, list.path, list.items.slice(0, count));
    notes.push(`${count} of ${list.items.length} items of ${list.path === "" ? "the list" : list.path} are shown.`);
    text = JSON.stringify(kept);
  }
  if (text.length <= indentedUpTo) text = JSON.stringify(kept, null, 2);
  const cut = shortenResponseText(text, advice);
  if (cut.note !== undefined) return { ...cut, value: undefined };
  if (notes.length === 0) return { ...cut, value: kept };
  return { text, value: kept, note: `Cut: ${notes.join(" ")} ${advice}` };
}

interface FoundList {
  /** A JSON pointer. */
  readonly path: string;
  readonly items: readonly unknown[];
  /** In characters of JSON. */
  readonly length: number;
}

function longestList(value: unknown, path: string, depth: number): FoundList | undefined {
  if (Array.isArray(value)) return { path, items: value, length: JSON.stringify(value).length };
  if (!isRecord(value) || depth > 3) return undefined;
  const found = Object.entries(value).flatMap(
    ([key, item]) => longestList(item, appendToPointer(path, key), depth + 1) ?? [],
  );
  return found.reduce<FoundList | undefined>(
    (best, one) => (best && best.length >= one.length ? best : one),
    undefined,
  );
}

/** How many items of a list fit into so many characters. */
function fitting(items: readonly unknown[], room: number): number {
  let used = 2;
  let count = 0;
  for (const item of items) {
    used += JSON.stringify(item).length + 1;
    if (used > room) break;
    count += 1;
  }
  return count;
}

function replaced(value: unknown, path: string, list: readonly unknown[]): unknown {
  if (path === "" || !isRecord(value)) return list;
  const [, step = "", rest = ""] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
  const key = unescapePointerKey(step);
  return { ...value, [key]: replaced(value[key], rest, list) };
}
