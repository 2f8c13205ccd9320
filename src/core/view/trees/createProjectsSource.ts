import type { TreeSource } from "./treeSource.ts";
import { pageSize } from "./treeSource.ts";

/** Projects; the one that the other views are narrowed to is marked. */
export function projectsSource(selectedId: () => string | undefined): TreeSource {
  return {
    plural: "projects",
    roots: async ({ client, filter, cursor, signal }) => {
      const input = { limit: pageSize, ...(cursor && { cursor }), ...(filter && { q: filter }) };
      const { items, nextCursor } = await client.call("projects.list", input, { signal });
      const selected = selectedId();
      return {
        nodes: items.map((project) => ({ kind: "project", project, selected: project.id === selected })),
        nextCursor,
      };
    },
  };
}
