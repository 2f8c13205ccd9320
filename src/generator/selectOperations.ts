import type { SourceProblem } from "../contract/servers.ts";
import type { OperationNode } from "./document/operationNodes.ts";
import { createErrorProblem } from "./document/problemCollector.ts";

/** The filter that selects one operation. */
export const formatOperationFilter = ({ method, path }: Pick<OperationNode, "method" | "path">) => `${method} ${path}`;

interface Selection {
  /** For each operation, in order, whether it is selected. */
  readonly chosen: readonly boolean[];
  /** Filters that are invalid or match no operation. */
  readonly problems: readonly SourceProblem[];
}

/** Applies `source.include`: `GET /pets/{id}` selects one operation, `tag:pets` all with a tag, an absent or empty list all operations. */
export function selectOperations(sites: readonly OperationNode[], include: readonly string[] = []): Selection {
  if (include.length === 0) return { chosen: sites.map(() => true), problems: [] };
  const chosen = sites.map(() => false);
  const problems: SourceProblem[] = [];
  for (const filter of include) {
    const matches = createMatcher(filter);
    if (!matches) {
      problems.push(
        createErrorProblem(
          "filter_invalid",
          `The filter "${filter}" is neither \`METHOD /path\` nor \`tag:name\`.`,
          "",
        ),
      );
      continue;
    }
    const found = sites.flatMap((site, index) => (matches(site) ? [index] : []));
    for (const index of found) chosen[index] = true;
    if (found.length === 0)
      problems.push(
        createErrorProblem("filter_unmatched", `The filter "${filter}" matches no operation of the document.`, ""),
      );
  }
  return { chosen, problems };
}

function createMatcher(filter: string): ((site: OperationNode) => boolean) | undefined {
  const tag = /^\s*tag:\s*(.+?)\s*$/s.exec(filter)?.[1];
  if (tag !== undefined) return ({ tags }) => tags.includes(tag);
  const [, method, path] = /^\s*([^\s:/]+)\s+(\S.*?)\s*$/s.exec(filter) ?? [];
  if (method === undefined) return undefined;
  return (site) => site.method === method.toUpperCase() && site.path === path;
}
