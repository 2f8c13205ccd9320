import { splitPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import type { JsonObject, PageDefinition, ToolDefinition } from "../definition.ts";
import type { UpstreamResponse } from "../upstream/sendUpstreamRequest.ts";

/** The tool as it is listed, without the inputs that the environment sets. */
export type PagedTool = Pick<ToolDefinition, "request" | "response" | "inputSchema">;

interface AnsweredPage {
  readonly pages: PageDefinition;
  readonly input: JsonObject;
  readonly response: UpstreamResponse;
  /** The body as JSON. */
  readonly value: unknown;
}

/** The input of the page that an answer names as the next one; undefined if it names none. */
export function findNextInput(
  tool: PagedTool,
  { pages, input, response, value }: AnsweredPage,
): JsonObject | undefined {
  const { next: pointer, property, lastKey } = pages;
  const link = pointer === "Link" ? findNextLink(response.headers) : readPointer(value, pointer);
  const last = lastKey !== undefined && link === true ? getPageItems(value, pages)?.at(-1) : undefined;
  const next = lastKey === undefined ? link : isRecord(last) ? last[lastKey] : undefined;
  if ((typeof next !== "string" && typeof next !== "number") || next === "") return undefined;
  const isUrl = typeof next === "string" && /^(https?:\/\/|\/|\?)/.test(next);
  if (isUrl) return readQuery(tool, next, { pages, input });
  return property === undefined ? undefined : { ...input, [property]: toInputValue(tool, property, next) };
}

/** The entries of a page; undefined if the answer has no list. */
export function getPageItems(value: unknown, { items }: PageDefinition): readonly unknown[] | undefined {
  const list = readPointer(value, items);
  return Array.isArray(list) ? list : undefined;
}

const readPointer = (value: unknown, pointer: string): unknown => splitPointer(pointer).reduce(getMember, value);

const findNextLink = (headers: Headers) =>
  /<([^<>]+)>\s*;[^,<]*\brel\s*=\s*"?next\b/i.exec(headers.get("Link") ?? "")?.[1];

/** The inputs that a URL has in its query, if it has another value for one of them. The URL itself is not called. */
function readQuery(
  tool: PagedTool,
  url: string,
  { pages, input }: Pick<AnsweredPage, "pages" | "input">,
): JsonObject | undefined {
  const query = URL.parse(url, "http://localhost")?.searchParams;
  const values = tool.request.parameters.flatMap(({ in: location, name, property }): [string, unknown][] => {
    const [value, ...others] = location === "query" && query ? query.getAll(name) : [];
    if (value === undefined || others.length > 0 || String(input[property]) === value) return [];
    // The size of a page stays what the caller or the tool chose.
    if (property === pages.size || !isRecord(getInputProperty(tool, property))) return [];
    return [[property, toInputValue(tool, property, value)]];
  });
  return values.length === 0 ? undefined : { ...input, ...Object.fromEntries(values) };
}

const getInputProperty = ({ inputSchema: { properties } }: PagedTool, property: string): unknown =>
  isRecord(properties) ? properties[property] : undefined;

/** The value as the schema of the input wants it, so that a caller can use it again. */
function toInputValue(tool: PagedTool, property: string, value: string | number): string | number {
  const schema = getInputProperty(tool, property);
  const types = isRecord(schema) ? [schema.type].flat() : [];
  if (types.includes("string")) return String(value);
  return types.some((type) => type === "integer" || type === "number") && Number.isSafeInteger(Number(value))
    ? Number(value)
    : value;
}
