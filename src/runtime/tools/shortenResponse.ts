import { appendToPointer, unescapePointerKey } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";

/** The limit of the text that a model gets. */
export const maximumResponseCharacters = 100_000;
/** JSON up to this length is indented; longer JSON is compact to save characters. */
const indentedUpTo = 10_000;

interface Shortened {
  readonly text: string;
  /** Describes what was omitted; undefined if the text is complete. */
  readonly note: string | undefined;
}

/** Cuts a long text, at a line break if one is near. */
export function shortenResponseText(text: string, advice: string): Shortened {
  if (text.length <= maximumResponseCharacters) return { text, note: undefined };
  const lineEnd = text.lastIndexOf("\n", maximumResponseCharacters);
  const end = lineEnd > maximumResponseCharacters * 0.9 ? lineEnd : maximumResponseCharacters;
  const shortText = text.slice(0, end).toWellFormed();
  return {
    text: shortText,
    note: `Cut: the first ${shortText.length} of ${text.length} characters are shown. ${advice}`,
  };
}

interface ShortenedJson extends Shortened {
  /** Undefined if the JSON could not be shortened enough and its text was cut. */
  readonly value: unknown;
}

/**
 * Shortens JSON and keeps it valid: removes items from the end of the longest list, several times if needed. If that is not enough,
 * cuts the text.
 */
export function shortenResponseJson(value: unknown, advice: string): ShortenedJson {
  const notes: string[] = [];
  let shortened = value;
  let text = JSON.stringify(shortened);
  for (let rounds = 0; text.length > maximumResponseCharacters && rounds < 5; rounds += 1) {
    const list = findLongestList(shortened, "", 0);
    if (!list || list.length < 2) break;
    const count = countFittingItems(list.items, maximumResponseCharacters - (text.length - list.length));
    if (count === list.items.length) break;
    shortened = replaceList(shortened, list.path, list.items.slice(0, count));
    notes.push(`${count} of ${list.items.length} items of ${list.path === "" ? "the list" : list.path} are shown.`);
    text = JSON.stringify(shortened);
  }
  if (text.length <= indentedUpTo) text = JSON.stringify(shortened, null, 2);
  const cut = shortenResponseText(text, advice);
  if (cut.note !== undefined) return { ...cut, value: undefined };
  if (notes.length === 0) return { ...cut, value: shortened };
  return { text, value: shortened, note: `Cut: ${notes.join(" ")} ${advice}` };
}

interface FoundList {
  /** A JSON pointer. */
  readonly path: string;
  readonly items: readonly unknown[];
  /** The length in characters of JSON. */
  readonly length: number;
}

function findLongestList(value: unknown, path: string, depth: number): FoundList | undefined {
  if (Array.isArray(value)) return { path, items: value, length: JSON.stringify(value).length };
  if (!isRecord(value) || depth > 3) return undefined;
  const found = Object.entries(value).flatMap(
    ([key, item]) => findLongestList(item, appendToPointer(path, key), depth + 1) ?? [],
  );
  return found.reduce<FoundList | undefined>(
    (best, one) => (best && best.length >= one.length ? best : one),
    undefined,
  );
}

/** Counts the leading items of a list that fit into the given number of characters. */
function countFittingItems(items: readonly unknown[], maximumLength: number): number {
  let used = 2;
  let count = 0;
  for (const item of items) {
    used += JSON.stringify(item).length + 1;
    if (used > maximumLength) break;
    count += 1;
  }
  return count;
}

function replaceList(value: unknown, path: string, list: readonly unknown[]): unknown {
  if (path === "" || !isRecord(value)) return list;
  const [, step = "", rest = ""] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
  const key = unescapePointerKey(step);
  return { ...value, [key]: replaceList(value[key], rest, list) };
}
