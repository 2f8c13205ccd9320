import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Memory, ViewId } from "../../base/ports.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { rowOf, type TreeNode } from "../nodes.ts";
import type { ViewNarrowing } from "../viewFilters.ts";
import { createRetryNote } from "./noteNodes.ts";

/**
 * The last state of a view's first level, for a start without the service: only the texts of the rows. A filtered list
 * is not cached.
 */
export interface CachedLists {
  /** Undefined when the list was never read, or its connection is signed out or removed. */
  read(narrowing: ViewNarrowing): CachedList | undefined;
  /** Cached rows for a list that cannot be read; they have no actions. */
  rows(narrowing: ViewNarrowing, error: unknown): readonly TreeNode[] | undefined;
  save(narrowing: ViewNarrowing, nodes: readonly TreeNode[], at: number): void;
}

const text = z.string().transform((whole) => whole.slice(0, 100));
const listSchema = z.object({
  connection: z.string(),
  of: z.string(),
  at: z.number(),
  rows: z.array(z.object({ icon: z.string(), label: text, description: text })),
});
const listsSchema = z.array(listSchema);
export type CachedList = z.output<typeof listSchema>;

const name = "lists";
/** The editor loads its memory as a whole, so the cache is bounded: five views of a few connections and projects. */
const most = { lists: 24, rows: 50 } as const;
/** An unchanged list is not written at each reading. */
const rewriteMs = 60_000;

export function createCachedLists(view: ViewId, connections: Connections, memory: Memory): CachedLists {
  const all = () => listsSchema.safeParse(memory.read("user", name)).data ?? [];
  // A failed write only means that the next offline start has no cached list.
  const write = (lists: readonly CachedList[]) => void memory.write("user", name, lists).catch(() => {});
  const keyOf = ({ project }: ViewNarrowing) => `${view} ${connections.scope() ?? ""} ${project?.id ?? ""}`;
  const read = (narrowing: ViewNarrowing) => {
    if (narrowing.filter !== "" || narrowing.withArchived) return undefined;
    return all().find(({ of, rows }) => of === keyOf(narrowing) && rows.length > 0);
  };
  const prune = () => {
    const isUsable = connections.all().filter((one) => one.kind === "local" || connections.hasKey(one));
    const ids = new Set(isUsable.map(({ id }) => id));
    const lists = all();
    const left = lists.filter(({ connection }) => ids.has(connection));
    if (left.length < lists.length) write(left);
  };
  // Until the keyring is read, no connection counts as signed out.
  connections.ready().then(
    () => {
      prune();
      connections.onDidChangeList(prune);
    },
    () => {},
  );
  return {
    read,
    rows: (narrowing, error) => {
      const cached = read(narrowing);
      return cached && [createRetryNote(view, error), ...createCachedNotes(view, cached)];
    },
    save: (narrowing, nodes, at) => {
      const connection = connections.active()?.id;
      if (connection === undefined || narrowing.filter !== "" || narrowing.withArchived) return;
      const rows = nodes
        .flatMap(listed)
        .slice(0, most.rows)
        .map((node) => createCachedRow(node, at));
      const list = listSchema.parse({ connection, of: keyOf(narrowing), at, rows });
      const lists = all();
      const before = lists.find(({ of }) => of === list.of);
      const isSame = JSON.stringify(before?.rows) === JSON.stringify(list.rows);
      if (before && isSame && at - before.at < rewriteMs) return;
      write([list, ...lists.filter((one) => one !== before)].slice(0, most.lists));
    },
  };
}

function createCachedNotes(view: ViewId, { rows }: CachedList): readonly TreeNode[] {
  const detail = l10n.t("Last known content: the service is not reached.");
  return rows.map((row, index) => ({ kind: "note", id: `${view} kept ${index}`, detail, ...row }));
}

/** Replaces groups by their children. */
function listed(node: TreeNode): readonly TreeNode[] {
  if (node.kind !== "artifacts") return node.kind === "note" || node.kind === "mcpServer" ? [] : [node];
  return node.first.items.map((artifact) => ({ kind: "artifact", artifact }));
}

function createCachedRow(node: TreeNode, at: number): CachedList["rows"][number] {
  const { label, description, icon } = rowOf(node).describe(node, at);
  return { label, description, icon: icon.replace("~spin", "") };
}
