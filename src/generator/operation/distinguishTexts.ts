import type { ToolDefinition } from "../../runtime/definition.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asText } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";

interface Draft {
  readonly site: OperationNode;
  readonly tool: ToolDefinition;
}

export const longestTitle = 100;

/**
 * Returns the title and the description of each tool. A title that several tools have becomes their operation ids in words, or gets the
 * request beside it; a description that several have gets the request. A title that the document states for its tool stays.
 */
export function distinguishTexts(
  drafts: readonly Draft[],
): (draft: Draft) => Pick<ToolDefinition, "title" | "description"> {
  const titles = Map.groupBy(drafts, ({ tool }) => tool.title.toLowerCase());
  const descriptions = Map.groupBy(drafts, ({ tool }) => tool.description);
  const ambiguous = new Set([...titles].flatMap(([title, group]) => (hasDistinctIds(group) ? [] : [title])));
  return ({ site, tool: { title, description } }) => {
    const request = cleanLine(`${site.method} ${site.path}`, 300);
    const key = title.toLowerCase();
    const isShared = (titles.get(key)?.length ?? 0) > 1 && site.extension.title === undefined;
    const name = ambiguous.has(key) ? `${title} (${request})` : formatSiteId(site);
    const isRepeated = (descriptions.get(description)?.length ?? 0) > 1;
    return {
      title: isShared ? cleanLine(name, 2 * longestTitle) : title,
      description: isRepeated ? `${description}\n\nRequests ${request}.` : description,
    };
  };
}

/** A group may have thousands of tools, so it is looked through once. */
function hasDistinctIds(group: readonly Draft[]): boolean {
  const names = new Set(group.map(({ site }) => formatSiteId(site)));
  return names.size === group.length && !names.has("");
}

const formatSiteId = ({ operation }: OperationNode) => formatOperationId(asText(operation.operationId));

/** Converts `listPets` to `List pets`. */
export function formatOperationId(id: string): string {
  const words = id.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  const text = cleanLine(words, longestTitle).toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
