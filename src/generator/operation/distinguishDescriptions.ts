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
  return ({ site, tool: { description } }) => {
    const group = (groups.get(description) ?? []).map((other) => other.site);
    return group.length <= 1 ? description : `${description}\n\n${distinguishRequest(site, group)}`;
  };
}

/** The method and the path, without what all of the requests have in common: `…/issues/{issue_id}/…`. */
function distinguishRequest(site: OperationNode, group: readonly OperationNode[]): string {
  const method = group.every((other) => other.method === site.method) ? "" : site.method;
  const [own, ...others] = [site, ...group].map(({ path }) => path.split("/").filter(Boolean));
  if (!own || group.every(({ path }) => path === site.path))
    return cleanLine(`${site.method} ${own && own.length > 1 ? "…" : ""}/${own?.at(-1) ?? ""}`, 300);
  const isShared = (read: (segments: readonly string[]) => string | undefined) =>
    others.every((other) => read(other) === read(own));
  const shortest = Math.min(...others.map(({ length }) => length));
  const begin = own.findIndex((_, index) => index >= shortest - 1 || !isShared((segments) => segments[index]));
  const rest = own.toReversed();
  const end = rest.findIndex(
    (_, index) => index >= shortest - begin - 1 || !isShared((segments) => segments.at(-1 - index)),
  );
  const middle = own.slice(begin, own.length - end).join("/");
  const path = `${begin > 0 ? "…/" : "/"}${middle}${end > 0 ? "/…" : ""}`;
  return cleanLine(`${method} ${path}`.trim(), 300);
}
