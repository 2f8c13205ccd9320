import * as l10n from "@vscode/l10n";
import { type Document, isCollection, isMap, isNode, isScalar, visit } from "yaml";
import { ExactNumber, isJsonNumberText, simplifyExactNumbers, toJsonNumber } from "../number/exactNumber.ts";
import type { LineIndex, TextRange, TextSpan } from "./lineIndex.ts";
import { createLineIndex } from "./lineIndex.ts";
import { isYamlTooDeep, parseYaml } from "./parseYaml.ts";

/** A problem of a case file. */
export interface YamlProblem extends TextRange {
  readonly message: string;
}

export type YamlPath = readonly (string | number)[];

/** A JSON or YAML file as values with their positions. */
export interface YamlDocument {
  readonly value: unknown;
  readonly lines: LineIndex;
  readonly problems: readonly YamlProblem[];
  /** The span of the value at a path, or of its nearest existing parent. */
  findSpan(path: YamlPath): TextSpan;
  /** The span of a key of the map at a path. */
  findKeySpanAt(path: YamlPath, key: string): TextSpan;
}

/** Longer files are not written by hand. */
const maximumLength = 2_000_000;
const tooDeep = l10n.t("The file is nested too deep, or its aliases grow too much.");

interface YamlReadOptions {
  /** Whether a number that JavaScript cannot hold becomes an exact number. */
  readonly exactNumbers?: true;
}

export function readYamlDocument(text: string, { exactNumbers }: YamlReadOptions = {}): YamlDocument {
  if (text.length > maximumLength) return createUnreadable(text, l10n.t("The file is longer than 2 MB."));
  if (isYamlTooDeep(text)) return createUnreadable(text, tooDeep);
  const source = text.replace(/^\uFEFF/, " ");
  try {
    const document = parseYaml(source, { logLevel: "error" });
    if (exactNumbers) setExactNumbers(document);
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
      findSpan: (path) => findSpan(document, path, source),
      findKeySpanAt: (path, key) => findKeySpan(document, path, key) ?? findSpan(document, path, source),
    };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    return createUnreadable(text, tooDeep);
  }
}

function setExactNumbers(document: Document.Parsed): void {
  visit(document, {
    Scalar: (key, node) => {
      if (key === "key" || typeof node.value !== "number" || !isJsonNumberText(node.source ?? "")) return;
      const exact = simplifyExactNumbers(toJsonNumber(node.source ?? ""));
      if (exact instanceof ExactNumber) node.value = exact;
    },
  });
}

function createUnreadable(text: string, message: string): YamlDocument {
  const lines = createLineIndex(text);
  const noSpan = (): TextSpan => [0, 0];
  const problems = [{ ...lines.range(noSpan()), message }];
  return { value: undefined, lines, problems, findSpan: noSpan, findKeySpanAt: noSpan };
}

function findSpan(document: Document.Parsed, path: YamlPath, source: string): TextSpan {
  let found: TextSpan | undefined;
  let node: unknown = document.contents;
  // A service may name a path of any length, so the walk ends at the first missing part.
  for (const part of path) {
    node = isCollection(node) ? node.get(part, true) : undefined;
    if (node === undefined) break;
    if (isNode(node) && node.range) found = [node.range[0], node.range[1]];
  }
  if (found) return found;
  const start = source.search(/\S/);
  return start === -1 ? [0, 0] : [start, start + (/^.*/.exec(source.slice(start))?.[0].length ?? 0)];
}

function findKeySpan(document: Document.Parsed, path: YamlPath, name: string): TextSpan | undefined {
  const map: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  const key = isMap(map)
    ? map.items.map((pair) => pair.key).find((one) => isScalar(one) && String(one.value) === name)
    : undefined;
  return isNode(key) && key.range ? [key.range[0], key.range[1]] : undefined;
}

export function createYamlProblem(text: YamlDocument, path: YamlPath, message: string): YamlProblem {
  return { ...text.lines.range(text.findSpan(path)), message };
}
