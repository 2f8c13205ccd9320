import { isAlias, LineCounter, parseDocument, visit, type YAMLError } from "yaml";
import type { SourceProblem } from "../../contract/servers.ts";
import { readJson, TooDeepError } from "../../text/readJson.ts";
import { isRecord } from "../../text/record.ts";
import { createErrorProblem, createWarningProblem } from "./problemCollector.ts";

/** A problem that is known by its place in the text, because there is no document to point into. */
export interface PositionedProblem extends SourceProblem {
  readonly line?: number;
  readonly column?: number;
}

interface ParsedText {
  /** undefined: the text cannot be read, and the problems say why. */
  readonly value: unknown;
  readonly problems: readonly PositionedProblem[];
}

/** YAML takes a hundred times as long to read as JSON. */
const limits = { jsonCharacters: 64 * 1024 * 1024, yamlCharacters: 16 * 1024 * 1024, depth: 400, aliases: 20_000 };

/** One mistake makes many errors further down. */
const mostErrors = 10;

/** Reads JSON or YAML. Never throws. */
export function parseDocumentText(given: string): ParsedText {
  const text = given.startsWith("\uFEFF") ? given.slice(1) : given;
  if (text.trim() === "") return unreadable("empty", "The document is empty.");
  const looksLikeJson = /^\s*[{[]/.test(text);
  const limit = looksLikeJson ? limits.jsonCharacters : limits.yamlCharacters;
  if (text.length > limit) {
    const advice = looksLikeJson ? "" : " Save it as JSON, of which more can be read.";
    return unreadable("too_large", `The document has ${text.length} characters; ${limit} can be read.${advice}`);
  }
  if (looksLikeJson) {
    const parsed = parseJson(text);
    if (parsed) return parsed;
    if (text.length > limits.yamlCharacters) return unreadable("syntax", "The document is not JSON.");
  }
  return parseYaml(text);
}

function parseJson(text: string): ParsedText | undefined {
  try {
    return { value: readJson(text, limits.depth), problems: [] };
  } catch (error) {
    if (error instanceof TooDeepError) return tooDeep;
    // It may be YAML in flow style; and if it is neither, YAML's parser says where.
    return undefined;
  }
}

function parseYaml(text: string): ParsedText {
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, { merge: true, lineCounter: lines, prettyErrors: false, logLevel: "silent" });
    // The parser tells its own exhaustion as an error of the text.
    if (document.errors.some(({ message }) => message.includes("call stack"))) return tooDeep;
    const problems = document.errors.slice(0, mostErrors).map((error) => syntaxProblem(error, lines));
    if (problems.some(({ severity }) => severity === "error")) return { value: undefined, problems };
    const ownAlias = selfReference(document);
    if (ownAlias !== undefined)
      return unreadable("alias_cycle", `The YAML alias *${ownAlias} stands for something it is a part of.`);
    const value: unknown = document.toJS({ maxAliasCount: limits.aliases });
    return isDeeperThan(value, limits.depth, new Map()) ? tooDeep : { value, problems };
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    if (!(error instanceof ReferenceError)) throw error;
    const bomb = /alias count/i.test(error.message);
    return bomb
      ? unreadable("alias_bomb", "The document's YAML aliases stand for far more than it holds; it is not read.")
      : unreadable("syntax", error.message);
  }
}

/** What other tools read without a word is only warned about. */
function syntaxProblem(error: YAMLError, lines: LineCounter): PositionedProblem {
  const { line, col } = lines.linePos(error.pos[0]);
  const lenient = error.code === "DUPLICATE_KEY" || error.code === "MULTIPLE_DOCS";
  const detail = error.code === "MULTIPLE_DOCS" ? "Only the first document of the file is read." : error.message;
  const make = lenient ? createWarningProblem : createErrorProblem;
  const code = lenient ? error.code.toLowerCase() : "syntax";
  return { ...make(code, detail, ""), line: Math.max(line - 1, 0), column: Math.max(col - 1, 0) };
}

/** The name of an alias within the very thing it stands for. */
function selfReference(document: ReturnType<typeof parseDocument>): string | undefined {
  let found: string | undefined;
  visit(document, {
    Alias: (_, alias, path) => {
      const within = path.some((node) => isRecord(node) && !isAlias(node) && node.anchor === alias.source);
      if (!within) return undefined;
      found = alias.source;
      return visit.BREAK;
    },
  });
  return found;
}

const unreadable = (code: string, message: string): ParsedText => ({
  value: undefined,
  problems: [createErrorProblem(code, message, "")],
});

const tooDeep = unreadable("too_deep", `The document is nested more than ${limits.depth} levels deep.`);

/**
 * Whether a value is nested deeper than `limit`: what walks it might not survive that. `depths` remembers the parts that stand in
 * several places, as YAML's aliases make them; a value without such parts does without.
 */
function isDeeperThan(value: unknown, limit: number, depths?: Map<object, number>): boolean {
  return depthOf(value, limit, depths) > limit;
}

function depthOf(value: unknown, room: number, depths: Map<object, number> | undefined): number {
  if (typeof value !== "object" || value === null) return 0;
  const known = depths?.get(value);
  if (known !== undefined || room < 0) return known ?? 1;
  let deepest = 0;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof item === "object") deepest = Math.max(deepest, depthOf(item, room - 1, depths));
  }
  depths?.set(value, deepest + 1);
  return deepest + 1;
}
