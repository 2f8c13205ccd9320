import type { TreeSource } from "./treeSource.ts";
import { treePageSize } from "./treeSource.ts";

/** Projects; the selected project is marked. */
export function createProjectsSource(selectedId: () => string | undefined): TreeSource {
  return {
    plural: "projects",
    roots: async ({ client, filter, cursor, signal }) => {
      const input = { limit: treePageSize, ...(cursor && { cursor }), ...(filter && { q: filter }) };
      const { items, nextCursor } = await client.call("projects.list", input, { signal });
      const selected = selectedId();
      return {
        nodes: items.map((project) => ({ kind: "project", project, selected: project.id === selected })),
        nextCursor,
      };
    },
  };
}
