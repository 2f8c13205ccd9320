import { type Document, isAlias, LineCounter, visit, type YAMLError } from "yaml";
import type { SourceProblem } from "../../contract/servers.ts";
import { endSentence } from "../../text/language/endSentence.ts";
import { readExactJson } from "../../text/number/readExactJson.ts";
import { parseYaml } from "../../text/position/parseYaml.ts";
import { readJson, TooDeepError } from "../../text/readJson.ts";
import { isRecord } from "../../text/record.ts";
import { keepLongIntegers, mayHaveLongInteger } from "./keepLongIntegers.ts";
import { createErrorProblem, createWarningProblem } from "./problemCollector.ts";

/** A problem, and the part that it is in; undefined: in the document. */
export type PositionedProblem = SourceProblem & { readonly uri?: string };

interface ParsedText {
  /** undefined if the text cannot be read; the problems contain the reason. */
  readonly value: unknown;
  /** Some have a position in the text, because there is no parsed document to point into. */
  readonly problems: readonly SourceProblem[];
}

/** Parsing YAML takes a hundred times as long as parsing JSON. */
const limits = { jsonCharacters: 64 * 1024 * 1024, yamlCharacters: 16 * 1024 * 1024, depth: 400, aliases: 20_000 };

/** One mistake causes many errors further down. */
const mostErrors = 10;

/** Reads JSON or YAML. Never throws. */
export function parseDocumentText(given: string): ParsedText {
  const text = given.startsWith("\uFEFF") ? given.slice(1) : given;
  if (text.trim() === "") return createUnreadable("empty", "The document is empty.");
  const looksLikeJson = /^\s*[{[]/.test(text);
  const limit = looksLikeJson ? limits.jsonCharacters : limits.yamlCharacters;
  if (text.length > limit) {
    const advice = looksLikeJson ? "" : " Save it as JSON, of which more can be read.";
    return createUnreadable("too_large", `The document has ${text.length} characters; ${limit} can be read.${advice}`);
  }
  if (looksLikeJson) {
    const parsed = parseJson(text);
    if (parsed) return parsed;
    if (text.length > limits.yamlCharacters) return createUnreadable("syntax", "The document is not JSON.");
  }
  return parseYamlText(text);
}

function parseJson(text: string): ParsedText | undefined {
  try {
    if (!mayHaveLongInteger.json(text)) return { value: readJson(text, limits.depth), problems: [] };
    return { value: keepLongIntegers(readExactJson(text, limits.depth)), problems: [] };
  } catch (error) {
    if (error instanceof TooDeepError) return tooDeep;
    // The text may be YAML in flow style. If it is not, the YAML parser reports the position of the error.
    return undefined;
  }
}

function parseYamlText(text: string): ParsedText {
  try {
    const lines = new LineCounter();
    const intAsBigInt = mayHaveLongInteger.yaml(text);
    const options = { merge: true, lineCounter: lines, logLevel: "silent", intAsBigInt } as const;
    const document = parseYaml(text, options);
    // The parser reports a stack overflow as an error of the text.
    if (document.errors.some(({ message }) => message.includes("call stack"))) return tooDeep;
    const problems = document.errors.slice(0, mostErrors).map((error) => syntaxProblem(error, lines));
    if (problems.some(({ severity }) => severity === "error")) return { value: undefined, problems };
    const cyclicAlias = findSelfReference(document);
    if (cyclicAlias !== undefined)
      return createUnreadable("alias_cycle", `The YAML alias *${cyclicAlias} refers to a value that contains it.`);
    const value: unknown = document.toJS({ maxAliasCount: limits.aliases });
    // The stack of code that walks it could overflow.
    if (measureDepth(value, limits.depth, new Map()) > limits.depth) return tooDeep;
    return { value: intAsBigInt ? keepLongIntegers(value) : value, problems };
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    if (!(error instanceof ReferenceError)) throw error;
    const bomb = /alias count/i.test(error.message);
    return bomb
      ? createUnreadable("alias_bomb", "The document's YAML aliases expand to far more than it holds; it is not read.")
      : createUnreadable("syntax", error.message);
  }
}

/** Errors that other tools accept silently become warnings. */
function syntaxProblem(error: YAMLError, lines: LineCounter): SourceProblem {
  const { line, col } = lines.linePos(error.pos[0]);
  const isWarning = error.code === "DUPLICATE_KEY" || error.code === "MULTIPLE_DOCS";
  const detail =
    error.code === "MULTIPLE_DOCS" ? "Only the first document of the file is read." : endSentence(error.message);
  const createProblem = isWarning ? createWarningProblem : createErrorProblem;
  const code = isWarning ? error.code.toLowerCase() : "syntax";
  return { ...createProblem(code, detail, ""), line: Math.max(line - 1, 0), column: Math.max(col - 1, 0) };
}

/** Returns the name of an alias within its own anchor. */
function findSelfReference(document: Document.Parsed): string | undefined {
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

const createUnreadable = (code: string, message: string): ParsedText => ({
  value: undefined,
  problems: [createErrorProblem(code, message, "")],
});

const tooDeep = createUnreadable("too_deep", `The document is nested more than ${limits.depth} levels deep.`);

/** The depth of a value, of which more than `remaining` is not exact. `depths` has that of parts that occur several times, as by aliases. */
function measureDepth(value: unknown, remaining: number, depths: Map<object, number>): number {
  if (typeof value !== "object" || value === null) return 0;
  const cachedDepth = depths.get(value);
  if (cachedDepth !== undefined || remaining < 0) return cachedDepth ?? 1;
  const parts = Object.values(value).map((item) => measureDepth(item, remaining - 1, depths));
  const depth = parts.reduce((deepest, one) => Math.max(deepest, one), 0) + 1;
  depths.set(value, depth);
  return depth;
}
