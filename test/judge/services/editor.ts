import type { NoteNode } from "../../../src/extension/base/rows/noteTreeRows.ts";
import type { NodeText } from "../../../src/extension/base/rows/treeRowKind.ts";
import { createVersionFiles } from "../../../src/extension/registry/model/versionFiles.ts";
import { createInstallFolders } from "../../../src/extension/skill/model/disk/createInstallFolders.ts";
import { createLocalSkills } from "../../../src/extension/skill/model/localSkills.ts";
import { rowOf, type TreeNode } from "../../../src/extension/workbench/nodes.ts";
import type { ViewTree } from "../../../src/extension/workbench/tree/viewTree.ts";
import { createViewTrees, type ViewTrees } from "../../../src/extension/workbench/tree/viewTrees.ts";
import { createViewFilters } from "../../../src/extension/workbench/viewFilters.ts";
import { createMapDocuments } from "../../support/editor/mapDocuments.ts";
import { createTestMcpAccess } from "../../support/editor/mcpAccess.ts";
import type { JudgedConnection } from "./connect.ts";

/** The views of an editor whose workspace is empty. */
export interface JudgedEditor extends JudgedConnection {
  readonly trees: ViewTrees;
}

/** A row with the texts that the user reads. */
export interface ShownRow<Node extends TreeNode = TreeNode> {
  readonly node: Node;
  /** The id that the editor sends to the service. */
  readonly id: string | undefined;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  /** The tooltip. */
  readonly facts: ReadonlyMap<string, string>;
}

/** A list with all its pages. */
export interface ShownList<Node extends TreeNode = TreeNode> {
  readonly rows: readonly ShownRow<Node>[];
  /** The labels of the notes: failures, and what the service does not have. */
  readonly notes: readonly string[];
}

export function openEditor(connection: JudgedConnection, now = Date.now): JudgedEditor {
  const { connections, memory, logged } = connection;
  const log = {
    info: (message: string) => void logged.push(message),
    warning: (message: string) => void logged.push(message),
    error: (message: string, cause?: unknown) => void logged.push(`${message} ${cause ?? ""}`),
    show: () => {},
  };
  const folders = createInstallFolders("judge", () => []);
  const localSkills = createLocalSkills({ documents: createMapDocuments(), folders, log });
  const filters = createViewFilters(memory);
  const versions = createVersionFiles();
  const trees = createViewTrees({
    ...{
      connections,
      filters,
      memory,
      versions,
      localSkills,
      mcp: createTestMcpAccess(connections),
      now,
      machine: folders.machine,
    },
  });
  return { ...connection, trees };
}

const mostPages = 100;

/** Expands a row, or reads the first level, as a user does who loads more until there is no more. */
export async function readShownList(tree: ViewTree, parent?: TreeNode): Promise<ShownList> {
  for (let page = 0; ; page += 1) {
    const nodes = await tree.children(parent);
    const more = nodes.find((node) => node.kind === "more");
    if (!more || page === mostPages) {
      const isItem = (node: TreeNode) => node.kind !== "note" && node.kind !== "more";
      const notes = nodes.filter((node): node is NoteNode => node.kind === "note");
      return {
        rows: nodes.filter(isItem).map(showRow),
        notes: [...notes.map(({ label }) => label), ...(more ? ["Load More"] : [])],
      };
    }
    const [, ...branch] = more.of.split(" ");
    await tree.more(branch.join(" "));
    const after = await tree.children(parent);
    // A page that cannot be read leaves the row that loads it.
    if (after.length === nodes.length && after.some((node) => node.kind === "more")) {
      return { rows: after.filter((node) => node.kind !== "more").map(showRow), notes: ["Load More"] };
    }
  }
}

/** Only the rows of a kind. */
export function selectRows<Kind extends TreeNode["kind"]>(
  { rows, notes }: ShownList,
  kind: Kind,
): ShownList<Extract<TreeNode, { kind: Kind }>> {
  const isOfKind = (row: ShownRow): row is ShownRow<Extract<TreeNode, { kind: Kind }>> => row.node.kind === kind;
  return { rows: rows.filter(isOfKind), notes };
}

function showRow(node: TreeNode): ShownRow {
  const row = rowOf(node);
  const { label, description, icon, facts }: NodeText = row.describe(node, Date.now());
  return { node, id: row.serviceId?.(node), label, description, icon, facts: new Map(facts()) };
}
