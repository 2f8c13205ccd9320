import type { ToolDefinition } from "../../runtime/definition.ts";

/** A tool that agents may confuse with an earlier one. */
export interface SimilarTool {
  /** The name of the earlier tool. */
  readonly name: string;
  /** Whether both have the same method, description and input. */
  readonly isDuplicate: boolean;
}

interface ComparedTool {
  readonly name: string;
  readonly method: string;
  readonly nameWords: string;
  readonly descriptionWords: ReadonlySet<string>;
  /** Equal for duplicates. */
  readonly identity: string;
}

/** Shorter descriptions have too few words for a comparison. */
const fewestWords = 5;
const mostTools = 2000;

/**
 * Finds the tools that resemble an earlier one. Tools are duplicates if their method, description and input schema are equal. Tools are
 * similar if their names have the same words in any order, singular or plural, or if they have one method and their descriptions share at
 * least nine of ten words.
 */
export function findSimilarTools(tools: readonly ToolDefinition[]): Map<string, SimilarTool> {
  const found = new Map<string, SimilarTool>();
  const identities = new Map<string, string>();
  const names = new Map<string, string>();
  const described: ComparedTool[] = [];
  for (const tool of tools.slice(0, mostTools).map(createComparedTool)) {
    const duplicate = identities.get(tool.identity);
    const similar = duplicate ?? names.get(tool.nameWords) ?? described.find((one) => isDescribedLike(one, tool))?.name;
    if (similar !== undefined) found.set(tool.name, { name: similar, isDuplicate: duplicate !== undefined });
    identities.set(tool.identity, duplicate ?? tool.name);
    names.set(tool.nameWords, names.get(tool.nameWords) ?? tool.name);
    if (tool.descriptionWords.size >= fewestWords) described.push(tool);
  }
  return found;
}

function createComparedTool({ name, description, inputSchema, request }: ToolDefinition): ComparedTool {
  // The generator appends what distinguishes the request to repeated descriptions.
  const text = description.replace(/\n\nRequests [^\n]+\.$/, "");
  const words = splitWords(text);
  return {
    name,
    method: request.method,
    nameWords: splitWords(name).toSorted().join(" "),
    descriptionWords: new Set(words),
    identity: JSON.stringify([request.method, words, inputSchema]),
  };
}

/** Lowercase words without a plural ending. */
function splitWords(text: string): string[] {
  const spaced = text.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return (spaced.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=[^s]{2})s$/, ""));
}

function isDescribedLike(first: ComparedTool, second: ComparedTool): boolean {
  const [{ descriptionWords: one }, { descriptionWords: other }] = [first, second];
  const [less, more] = [Math.min(one.size, other.size), Math.max(one.size, other.size)];
  if (first.method !== second.method || other.size < fewestWords || less < 0.9 * more) return false;
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared >= 0.9 * (one.size + other.size - shared);
}
