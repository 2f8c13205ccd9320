import { searchCallTool } from "../../contract/mcp/searchTool.ts";
import { appendToPointer, splitPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import { createSearchIndex, type SearchIndex } from "../../text/search/searchIndex.ts";
import type { JsonObject } from "../definition.ts";
import { createToolRegistry } from "../mcp/toolRegistry.ts";
import type { RuntimeLog } from "../runtimeLog.ts";
import type { ApiTool } from "./apiTools.ts";
import { type RuntimeTool, type ToolCallContext, ToolError } from "./codeTool.ts";

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
          description:
            "The verb and the thing in the words that APIs have for it, not the user's, such as `list open issues`. Empty: all, by name.",
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
    description:
      "Gives the full description of one operation and the JSON Schemas of its arguments and of its result. The large parts of a long schema are given by their path.",
    annotations: readOnly,
    inputSchema: {
      type: "object",
      properties: {
        name: nameProperty,
        path: { type: "string", description: "Of a part that an earlier description left out, as it says." },
      },
      required: ["name"],
      additionalProperties: false,
    },
    run: ({ name, path }) => {
      const tool = findTool(tools, index, name);
      const { title, description, annotations, hintReason, inputSchema, outputSchema, request } = tool;
      if (typeof path === "string") return { name: tool.name, path, schema: describePart(tool, path) };
      return {
        name: tool.name,
        title,
        request: `${request.method.toUpperCase()} ${request.path}`,
        description,
        annotations,
        hintReason,
        inputSchema: describeSchema(inputSchema, "/inputSchema"),
        outputSchema: outputSchema && describeSchema(outputSchema, "/outputSchema"),
      };
    },
  };
}

function describePart({ name, inputSchema, outputSchema = {} }: ApiTool, path: string): JsonObject {
  const [, of] = /^\/(input|output)Schema\//.exec(path) ?? [];
  const part = of && describeSchema(of === "input" ? inputSchema : outputSchema, path);
  if (part) return part;
  throw new ToolError(`The description of "${name}" has no part at ${path}. Leave path out to see its top level.`);
}

function callOperation(tools: readonly ApiTool[], index: SearchIndex, log: RuntimeLog): RuntimeTool {
  const registry = createToolRegistry(tools, log);
  return {
    name: searchCallTool,
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
    hasUpstream: true,
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

/** Of a schema that a description gives; the guide says how many. */
const mostCharacters = 8000;
/** Of a part that stays in a schema that is too long; the first that makes it short enough is taken. */
const partLimits = [1500, 400, 0];
/** Keywords that hold one schema, and those that hold several. */
const singleKeywords = new Set(["items", "additionalProperties", "contains", "not", "if", "then", "else"]);
const severalKeywords = new Set(["properties", "patternProperties", "allOf", "anyOf", "oneOf", "prefixItems"]);

/**
 * Returns the schema at a path, such as `/inputSchema/properties/body`, whose first key stands for the schema `root`. One that is too long
 * has its top level only: each of its large parts says at which path its own description is. `undefined` if there is none.
 */
function describeSchema(root: JsonObject, path: string): JsonObject | undefined {
  let node: unknown = root;
  for (const key of splitPointer(path).slice(1)) node = followReference(root, getMember(node, key));
  if (!isRecord(node)) return undefined;
  const whole = withDefinitions(root, node);
  if (isShort(whole, mostCharacters)) return whole;
  const shortened = partLimits.map((limit) => withDefinitions(root, shorten(root, node, path, limit)));
  return shortened.find((one) => isShort(one, mostCharacters)) ?? shortened.at(-1);
}

const isShort = (schema: JsonObject, limit: number) => JSON.stringify(schema).length <= limit;

function shorten(root: JsonObject, node: JsonObject, path: string, limit: number): JsonObject {
  const shortenPart = (part: unknown, ...keys: string[]): unknown => {
    const target = followReference(root, part);
    if (!isRecord(part) || !isRecord(target) || isShort(withDefinitions(root, part), limit)) return part;
    const { type, title, description } = target;
    const note = `Left out because it is long: describe_operation gives it with the path ${appendToPointer(path, ...keys)}.`;
    const summary = { type, title, description, $comment: note };
    return isShort(target, JSON.stringify(summary).length) ? part : summary;
  };
  const entries = Object.entries(node).map(([keyword, value]): [string, unknown] => {
    if (singleKeywords.has(keyword)) return [keyword, shortenPart(value, keyword)];
    if (!severalKeywords.has(keyword)) return [keyword, value];
    if (Array.isArray(value)) return [keyword, value.map((part, index) => shortenPart(part, keyword, String(index)))];
    const parts = isRecord(value) ? Object.entries(value) : [];
    return [keyword, Object.fromEntries(parts.map(([name, part]) => [name, shortenPart(part, keyword, name)]))];
  });
  return Object.fromEntries(entries);
}

/** Generated schemas refer to their own definitions only. */
function followReference(root: JsonObject, node: unknown): unknown {
  const seen = new Set<unknown>();
  let target = node;
  while (isRecord(target) && typeof target.$ref === "string" && !seen.has(target)) {
    seen.add(target);
    target = splitPointer(target.$ref).reduce<unknown>(getMember, root);
  }
  return target;
}

/** The schema with the definitions that it uses, and no others. */
function withDefinitions(root: JsonObject, { $defs: _, ...node }: JsonObject): JsonObject {
  const used = new Map<string, unknown>();
  const collect = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/\$defs\/([^"/]+)"/g)) {
      const [key = ""] = splitPointer(`/${name}`);
      if (used.has(key)) continue;
      used.set(key, getMember(root.$defs, key));
      collect(used.get(key));
    }
  };
  collect(node);
  return used.size === 0 ? node : { ...node, $defs: Object.fromEntries(used) };
}
