import type { ArchivableKind } from "../base/archivedState.ts";
import { isArchived } from "../base/archivedState.ts";
import type { EditorServices } from "../base/editorServices.ts";
import type { CommandTarget } from "../base/rows/commandTarget.ts";
import type { TreeNode, TreeNodeOfKind } from "./nodes.ts";

/** A row of something that can be renamed, archived and restored. */
export type ArchivableNode = TreeNodeOfKind<ArchivableKind>;

export interface ArchivableItem {
  readonly kind: ArchivableKind;
  readonly id: string;
  readonly name: string;
  readonly isArchived: boolean;
  readonly projectId: string | undefined;
  readonly node: ArchivableNode;
}

/** Those of a command's rows that can be archived; what is in a project of the list goes with the project. */
export function listArchivableItems({ node, nodes = node ? [node] : [] }: CommandTarget): readonly ArchivableItem[] {
  const items = nodes.flatMap((one) => toArchivableItem(one) ?? []);
  const projects = new Set(items.filter(({ kind }) => kind === "project").map(({ id }) => id));
  return items.filter(({ projectId }) => projectId === undefined || !projects.has(projectId));
}

function toArchivableItem(node: TreeNode): ArchivableItem | undefined {
  if (node.kind === "project") {
    const { id, name } = node.project;
    return { kind: "project", id, name, isArchived: isArchived(node.project), projectId: undefined, node };
  }
  if (node.kind !== "server" && node.kind !== "skill") return undefined;
  const item = node.kind === "server" ? node.server : node.skill;
  const { id, name, projectId } = item;
  return { kind: node.kind, id, name, isArchived: isArchived(item), projectId, node };
}

/** Refreshes the views that show projects, servers and skills, or what belongs to them. */
export function refreshItemViews({ refresh }: EditorServices): void {
  refresh("fairlead.projects", "fairlead.servers", "fairlead.skills", "fairlead.deployments", "fairlead.registry");
}
