import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";
import { createToolRegistry } from "../mcp/toolRegistry.ts";
import type { RuntimeLog } from "../runtimeLog.ts";
import type { ApiTool } from "./apiTools.ts";
import { type RuntimeTool, type ToolCallContext, ToolError } from "./codeTool.ts";

/** The searchable texts of an operation. */
interface Entry {
  readonly name: string;
  readonly title: string;
  /** Method and path. */
  readonly path: string;
  readonly description: string;
}

interface SearchIndex {
  /** Returns the best entries first; `total` counts all matches. An empty query matches all entries, sorted by name. */
  find(query: string, limit: number): { readonly total: number; readonly entries: readonly Entry[] };
}

/** A word in the name weighs more than a word in the description. */
const weights = { name: 6, title: 5, path: 4, description: 1 } as const satisfies Record<keyof Entry, number>;
/** The factor for a word that only shares a prefix with the query's word (`issue`, `issues`). */
const prefixWeight = 0.5;
/** Words that do not distinguish operations. */
const stopWords = new Set("a an and by for from in into is it of on or the to with".split(" "));

interface Indexed {
  readonly entry: Entry;
  readonly words: ReadonlyMap<string, number>;
}

export function createSearchIndex(entries: readonly Entry[]): SearchIndex {
  const indexed = entries.map((entry) => ({ entry, words: weighWords(entry) }));
  const counts = new Map<string, number>();
  for (const word of indexed.flatMap(({ words }) => [...words.keys()])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const vocabulary = [...counts.keys()];
  /** Rare words weigh more. */
  const rarity = (word: string) => Math.log(1 + entries.length / (counts.get(word) ?? 1));

  return {
    find: (query, limit) => {
      const queryWords = [...new Set(splitWords(query))].filter((word) => !stopWords.has(word));
      if (queryWords.length === 0) return { total: entries.length, entries: entries.toSorted(byName).slice(0, limit) };
      const terms = queryWords.map((word) => findMatchingWords(word, vocabulary, rarity));
      const scored = indexed
        .map(({ entry, words }) => ({ entry, score: score(terms, words) }))
        .filter((one) => one.score > 0)
        .sort((a, b) => b.score - a.score || byName(a.entry, b.entry));
      return { total: scored.length, entries: scored.slice(0, limit).map(({ entry }) => entry) };
    },
  };
}

type Term = ReadonlyMap<string, number>;

/** The words of the index that match a word of the query, with their weights. */
function findMatchingWords(queryWords: string, vocabulary: readonly string[], rarity: (word: string) => number): Term {
  const found = vocabulary.flatMap((word) => {
    if (word === queryWords) return [[word, rarity(word)] as const];
    const isPrefix =
      queryWords.length > 2 && word.length > 2 && (word.startsWith(queryWords) || queryWords.startsWith(word));
    return isPrefix ? [[word, rarity(word) * prefixWeight] as const] : [];
  });
  return new Map(found);
}

/** Sums the best match of each query word. Entries that match more words rank before entries with one strong match. */
function score(terms: readonly Term[], words: Indexed["words"]): number {
  const wordScores = terms.map((term) =>
    Math.max(0, ...[...term].map(([word, value]) => value * (words.get(word) ?? 0))),
  );
  const matched = wordScores.filter((one) => one > 0).length;
  return (wordScores.reduce((sum, one) => sum + one, 0) * matched) / terms.length;
}

function weighWords(entry: Entry): Map<string, number> {
  const words = new Map<string, number>();
  for (const field of ["description", "path", "title", "name"] as const)
    for (const word of splitWords(entry[field])) words.set(word, Math.max(words.get(word) ?? 0, weights[field]));
  return words;
}

/** Splits at everything but letters and digits and within `camelCase`, in lower case. */
function splitWords(text: string): string[] {
  const split = text.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase();
  return split.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const byName = (a: Entry, b: Entry) => (a.name < b.name ? -1 : 1);

const maximumResults = 50;

/** Creates three tools that search, describe and call operations, because many tools would fill a client's context. */
export function createSearchTools(tools: readonly ApiTool[], log: RuntimeLog): RuntimeTool[] {
  const index = createSearchIndex(
    tools.map(({ name, title, description, request }) => ({
      name,
      title: title ?? name,
      path: `${request.method.toUpperCase()} ${request.path}`,
      description,
    })),
  );
  return [searchOperations(index, tools.length), describeOperation(tools, index), callOperation(tools, index, log)];
}

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
const nameProperty = { type: "string", description: "The operation's name, as search_operations gives it." } as const;

function searchOperations(index: SearchIndex, count: number): RuntimeTool {
  return {
    name: "search_operations",
    title: "Search operations",
    description: `Finds operations of this API by what they do. There are ${count}; start here, then describe_operation, then call_operation.`,
    annotations: readOnly,
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          description: "Words for what you want to do, such as `list open issues`. Empty: all, by name.",
        },
        limit: { type: "integer", minimum: 1, maximum: maximumResults, default: 10 },
      },
      required: ["query"],
      additionalProperties: false,
    },
    run: ({ query, limit }) => {
      const { total, entries } = index.find(String(query), typeof limit === "number" ? limit : 10);
      const operations = entries.map(({ name, title, path, description }) => ({
        name,
        title,
        request: path,
        summary: summarize(description),
      }));
      return { found: total, operations };
    },
  };
}

function describeOperation(tools: readonly ApiTool[], index: SearchIndex): RuntimeTool {
  return {
    name: "describe_operation",
    title: "Describe an operation",
    description: "Gives the full description of one operation and the JSON Schema of its arguments.",
    annotations: readOnly,
    inputSchema: {
      type: "object",
      properties: { name: nameProperty },
      required: ["name"],
      additionalProperties: false,
    },
    run: ({ name }) => {
      const tool = findTool(tools, index, name);
      const { title, description, annotations, hintReason, inputSchema, request } = tool;
      return {
        name: tool.name,
        title,
        request: `${request.method.toUpperCase()} ${request.path}`,
        description,
        annotations,
        hintReason,
        inputSchema,
      };
    },
  };
}

function callOperation(tools: readonly ApiTool[], index: SearchIndex, log: RuntimeLog): RuntimeTool {
  const registry = createToolRegistry(tools, log);
  return {
    name: "call_operation",
    title: "Call an operation",
    description: "Calls one operation of the API with arguments that fit the schema that describe_operation gives.",
    annotations: {
      readOnlyHint: tools.every((tool) => tool.annotations?.readOnlyHint ?? false),
      destructiveHint: tools.some((tool) => tool.annotations?.destructiveHint ?? true),
      idempotentHint: tools.every((tool) => tool.annotations?.idempotentHint ?? false),
      openWorldHint: true,
    },
    inputSchema: {
      type: "object",
      properties: { name: nameProperty, arguments: { type: "object", description: "The operation's own arguments." } },
      required: ["name"],
      additionalProperties: false,
    },
    unlogged: true,
    exactNumbers: true,
    run: async (input, context: ToolCallContext) => {
      const { name } = findTool(tools, index, input.name);
      const operationArguments: JsonObject = isRecord(input.arguments) ? input.arguments : {};
      const result = await registry.call(name, operationArguments, context);
      if (!result) throw new ToolError(`There is no operation named "${name}".`);
      return result;
    },
  };
}

function findTool(tools: readonly ApiTool[], index: SearchIndex, name: unknown): ApiTool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const similarNames = index.find(String(name), 5).entries.map((entry) => entry.name);
  const hint = similarNames.length > 0 ? ` Similar names: ${similarNames.join(", ")}.` : "";
  throw new ToolError(`There is no operation named "${String(name)}".${hint} Use search_operations to find its name.`);
}

/** Returns the first sentence or line. */
function summarize(description: string): string {
  const line = description.split(/\n|(?<=[.!?])\s/)[0]?.trim() ?? "";
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
