import { type Document, isCollection, isMap, isNode, isScalar, parseDocument } from "yaml";
import { isYamlTooDeep } from "../isYamlTooDeep.ts";
import type { LineIndex, TextRange, TextSpan } from "./lineIndex.ts";
import { createLineIndex } from "./lineIndex.ts";

/** A problem of a case file. */
export interface YamlProblem extends TextRange {
  readonly message: string;
}

export type YamlPath = readonly (string | number)[];

/** A case file, JSON or YAML, as values with their places. */
export interface YamlDocument {
  readonly value: unknown;
  readonly lines: LineIndex;
  readonly problems: readonly YamlProblem[];
  /** Of the value at a path; of the nearest above it that is there. */
  spanAt(path: YamlPath): TextSpan;
  /** Of a key of the map at a path. */
  keySpanAt(path: YamlPath, key: string): TextSpan;
}

/** More than this is no file that somebody wrote. */
const longest = 2_000_000;
const tooDeep = "The file is nested too deep, or its aliases grow too much.";

export function readYamlDocument(text: string): YamlDocument {
  if (text.length > longest) return unreadable(text, "The file is longer than 2 MB.");
  if (isYamlTooDeep(text)) return unreadable(text, tooDeep);
  const source = text.replace(/^\uFEFF/, " ");
  try {
    const document = parseDocument(source, { prettyErrors: false, logLevel: "error" });
    const lines = createLineIndex(source);
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

function unreadable(text: string, message: string): YamlDocument {
  const lines = createLineIndex(text);
  const nowhere = (): TextSpan => [0, 0];
  const problems = [{ ...lines.range(nowhere()), message }];
  return { value: undefined, lines, problems, spanAt: nowhere, keySpanAt: nowhere };
}

function spanAt(document: Document.Parsed, path: YamlPath, source: string): TextSpan {
  let found: TextSpan | undefined;
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

function keySpan(document: Document.Parsed, path: YamlPath, name: string): TextSpan | undefined {
  const map: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  const key = isMap(map)
    ? map.items.map((pair) => pair.key).find((one) => isScalar(one) && String(one.value) === name)
    : undefined;
  return isNode(key) && key.range ? [key.range[0], key.range[1]] : undefined;
}

export function createYamlProblem(text: YamlDocument, path: YamlPath, message: string): YamlProblem {
  return { ...text.lines.range(text.spanAt(path)), message };
}
