import { type Document, isNode, parseDocument } from "yaml";
import type * as z from "zod";
import { type Lines, linesOf, type Span } from "./lines.ts";
import type { Range } from "./model.ts";

/** A problem of a case file. */
export interface CaseProblem extends Range {
  readonly message: string;
}

type Path = readonly (string | number)[];

/** A case file, JSON or YAML, as values with their places. */
export interface CaseText {
  readonly value: unknown;
  readonly lines: Lines;
  readonly problems: readonly CaseProblem[];
  /** Of the value at a path; of the nearest above it that is there. */
  spanAt(path: Path): Span;
}

/** More than this is no file that somebody wrote. */
const longest = 2_000_000;

export function readCaseText(text: string): CaseText {
  if (text.length > longest) return unreadable(text, "The file is longer than 2 MB.");
  const source = text.replace(/^\uFEFF/, " ");
  try {
    const document = parseDocument(source, { prettyErrors: false, logLevel: "error" });
    const lines = linesOf(source);
    const problems = document.errors.map(({ pos: [start, end], message }) => ({
      ...lines.range([start, end]),
      message,
    }));
    const value: unknown = problems.length === 0 ? document.toJS({ maxAliasCount: 100 }) : undefined;
    return { value, lines, problems, spanAt: (path) => spanAt(document, path, source) };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    return unreadable(text, "The file is nested too deep, or its aliases grow too much.");
  }
}

function unreadable(text: string, message: string): CaseText {
  const lines = linesOf(text);
  return { value: undefined, lines, problems: [{ ...lines.range([0, 0]), message }], spanAt: () => [0, 0] };
}

function spanAt(document: Document.Parsed, path: Path, source: string): Span {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return [node.range[0], node.range[1]];
  }
  const start = source.search(/\S/);
  return start === -1 ? [0, 0] : [start, start + (/^.*/.exec(source.slice(start))?.[0].length ?? 0)];
}

export interface CaseItem<T> {
  readonly value: T;
  readonly line: number;
}

/** The entries of the list at a path that are as the schema says, and what is wrong with the others. */
export function readItems<T>(text: CaseText, path: Path, list: unknown, schema: z.ZodType<T>) {
  const items: CaseItem<T>[] = [];
  const problems: CaseProblem[] = [];
  if (!Array.isArray(list)) return { items, problems: [problemOf(text, path, "There should be a list here.")] };
  for (const [index, entry] of list.entries()) {
    const at = [...path, index];
    const read = schema.safeParse(entry);
    if (read.success) items.push({ value: read.data, line: text.lines.line(text.spanAt(at)[0]) });
    else
      problems.push(
        ...read.error.issues.map((issue) => problemOf(text, [...at, ...keysOf(issue.path)], wordsOf(issue))),
      );
  }
  return { items, problems };
}

export function problemOf(text: CaseText, path: Path, message: string): CaseProblem {
  return { ...text.lines.range(text.spanAt(path)), message };
}

function keysOf(path: readonly PropertyKey[]): Path {
  return path.map((key) => (typeof key === "symbol" ? String(key) : key));
}

function wordsOf({ path, message }: z.core.$ZodIssue): string {
  const name = path.map(String).join(".");
  return name === "" ? message : `${name}: ${message}`;
}
