import type { ToolDefinition } from "../../runtime/definition.ts";
import { cleanLine } from "../document/cleanText.ts";
import type { OperationNode } from "../document/operationNodes.ts";

interface Draft {
  readonly site: OperationNode;
  readonly tool: ToolDefinition;
}

/** Returns the description of each tool. One that several tools have gets what distinguishes their requests. */
export function distinguishDescriptions(drafts: readonly Draft[]): (draft: Draft) => string {
  const groups = Map.groupBy(drafts, ({ tool }) => tool.description);
  const shared = new Map([...groups].map(([text, group]) => [text, findSharedParts(group.map(({ site }) => site))]));
  return ({ site, tool: { description } }) => {
    const parts = shared.get(description);
    return parts ? `${description}\n\n${distinguishRequest(site, parts)}` : description;
  };
}

/** What the requests of a group have in common. A group may have thousands, so it is found once for all of them. */
interface SharedParts {
  readonly method: boolean;
  readonly path: boolean;
  /** The segments at the begin and at the end of the paths. */
  readonly begin: number;
  readonly end: number;
}

const splitPath = (path: string) => path.split("/").filter(Boolean);

/** undefined: the group is one request. */
function findSharedParts([first, ...others]: readonly OperationNode[]): SharedParts | undefined {
  if (!first || others.length === 0) return undefined;
  const own = splitPath(first.path);
  const paths = others.map(({ path }) => splitPath(path));
  const shortest = Math.min(own.length, ...new Set(paths.map(({ length }) => length)));
  const countShared = (most: number, read: (segments: readonly string[], index: number) => string | undefined) => {
    let count = 0;
    while (count < most && paths.every((other) => read(other, count) === read(own, count))) count += 1;
    return count;
  };
  const begin = countShared(shortest - 1, (segments, index) => segments[index]);
  const end = countShared(shortest - begin - 1, (segments, index) => segments.at(-1 - index));
  const method = others.every((other) => other.method === first.method);
  return { begin, end, method, path: others.every(({ path }) => path === first.path) };
}

/** The method and the path, without what all of the requests have in common: `…/issues/{issue_id}/…`. */
function distinguishRequest(site: OperationNode, { begin, end, ...shared }: SharedParts): string {
  const method = shared.method ? "" : site.method;
  const own = splitPath(site.path);
  if (own.length === 0 || shared.path)
    return cleanLine(`${site.method} ${own.length > 1 ? "…" : ""}/${own.at(-1) ?? ""}`, 300);
  const middle = own.slice(begin, own.length - end).join("/");
  const path = `${begin > 0 ? "…/" : "/"}${middle}${end > 0 ? "/…" : ""}`;
  return cleanLine(`${method} ${path}`.trim(), 300);
}
