import { createVersionFiles } from "../../../src/extension/registry/model/versionFiles.ts";
import { ViewTree, type ViewTreeOptions } from "../../../src/extension/workbench/tree/viewTree.ts";
import { createViewFilters } from "../../../src/extension/workbench/viewFilters.ts";

type Given = Pick<ViewTreeOptions, "view" | "source" | "connections" | "memory">;

/** A view with its own filters and version files, unless they are given. */
export function createTestTree({ memory, ...given }: Given & Partial<ViewTreeOptions>): ViewTree {
  const own = { filters: createViewFilters(memory), versions: createVersionFiles(), now: Date.now };
  return new ViewTree({ ...own, memory, ...given });
}
