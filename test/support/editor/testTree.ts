import type { ServiceClient } from "../../../src/client/client.ts";
import { createVersionFiles } from "../../../src/extension/registry/model/versionFiles.ts";
import type { App } from "../../../src/extension/workbench/app.ts";
import type { TreeNode } from "../../../src/extension/workbench/nodes.ts";
import { createServersSource } from "../../../src/extension/workbench/tree/serversSource.ts";
import type { PageRequest } from "../../../src/extension/workbench/tree/treeSource.ts";
import { ViewTree, type ViewTreeOptions } from "../../../src/extension/workbench/tree/viewTree.ts";
import { createViewFilters } from "../../../src/extension/workbench/viewFilters.ts";
import { requireValue } from "../service/requireValue.ts";

type Given = Pick<ViewTreeOptions, "view" | "source" | "connections" | "memory">;

/** A view with its own filters and version files, unless they are given. */
export function createTestTree({ memory, ...given }: Given & Partial<ViewTreeOptions>): ViewTree {
  const own = { filters: createViewFilters(memory), versions: createVersionFiles(), now: Date.now };
  return new ViewTree({ ...own, memory, ...given });
}

/** Asks a source of rows for its first page, without a filter. */
export const createPageRequest = (client: ServiceClient): PageRequest => ({
  ...{ client, versions: createVersionFiles(), filter: "", projectId: undefined, cursor: undefined },
  signal: new AbortController().signal,
});

/** Reads the rows below one of the view Servers, or its first ones. */
export async function readServerRows(app: App, parent?: TreeNode): Promise<readonly TreeNode[]> {
  const source = createServersSource(app);
  const read = requireValue(parent ? source.children?.(parent) : source.roots);
  return (await read(createPageRequest(requireValue(await app.client())))).nodes;
}
