import { type Document, isCollection, isMap, isNode, isScalar, parseDocument } from "yaml";
import type { Range } from "../skills/skill.ts";
import { isTooDeep } from "./isYamlTooDeep.ts";
import { type Lines, linesOf, type Span } from "./lineIndex.ts";

/** A problem of a case file. */
export interface CaseProblem extends Range {
  readonly message: string;
}

export type CasePath = readonly (string | number)[];

/** A case file, JSON or YAML, as values with their places. */
export interface CaseText {
  readonly value: unknown;
  readonly lines: Lines;
  readonly problems: readonly CaseProblem[];
  /** Of the value at a path; of the nearest above it that is there. */
  spanAt(path: CasePath): Span;
  /** Of a key of the map at a path. */
  keySpanAt(path: CasePath, key: string): Span;
}

/** More than this is no file that somebody wrote. */
const longest = 2_000_000;
const tooDeep = "The file is nested too deep, or its aliases grow too much.";

export function readCaseText(text: string): CaseText {
  if (text.length > longest) return unreadable(text, "The file is longer than 2 MB.");
  if (isTooDeep(text)) return unreadable(text, tooDeep);
  const source = text.replace(/^\uFEFF/, " ");
  try {
    const document = parseDocument(source, { prettyErrors: false, logLevel: "error" });
    const lines = linesOf(source);
    const problems = document.errors.map(({ pos: [start, end], message }) => ({
      ...lines.range([start, end]),
      message,
    }));
    const value: unknown = problems.length === 0 ? document.toJS({ maxAliasCount: 100 }) : undefined;
    return {
      value,
      lines,
      problems,
      spanAt: (path) => spanAt(document, path, source),
      keySpanAt: (path, key) => keySpan(document, path, key) ?? spanAt(document, path, source),
    };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    return unreadable(text, tooDeep);
  }
}

function unreadable(text: string, message: string): CaseText {
  const lines = linesOf(text);
  const nowhere = (): Span => [0, 0];
  const problems = [{ ...lines.range(nowhere()), message }];
  return { value: undefined, lines, problems, spanAt: nowhere, keySpanAt: nowhere };
}

function spanAt(document: Document.Parsed, path: CasePath, source: string): Span {
  let found: Span | undefined;
  let at: unknown = document.contents;
  // A service may name a way of any length: it is gone as far as there is something.
  for (const part of path) {
    at = isCollection(at) ? at.get(part, true) : undefined;
    if (at === undefined) break;
    if (isNode(at) && at.range) found = [at.range[0], at.range[1]];
  }
  if (found) return found;
  const start = source.search(/\S/);
  return start === -1 ? [0, 0] : [start, start + (/^.*/.exec(source.slice(start))?.[0].length ?? 0)];
}

function keySpan(document: Document.Parsed, path: CasePath, name: string): Span | undefined {
  const map: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  const key = isMap(map)
    ? map.items.map((pair) => pair.key).find((one) => isScalar(one) && String(one.value) === name)
    : undefined;
  return isNode(key) && key.range ? [key.range[0], key.range[1]] : undefined;
}

export function problemOf(text: CaseText, path: CasePath, message: string): CaseProblem {
  return { ...text.lines.range(text.spanAt(path)), message };
}
