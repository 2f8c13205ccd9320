import * as z from "zod";
import type { Connections } from "../../connection/connections.ts";
import type { Memory, ViewId } from "../../foundation/ports.ts";
import { rowOf, type TreeNode } from "../nodes.ts";
import type { ViewNarrowing } from "../viewFilters.ts";
import { createRetryNote } from "./noteNodes.ts";

/** A view's first level as it was read last, for a start without the service: the texts of the rows and nothing else. A filtered list is not cached. */
export interface CachedLists {
  /** Undefined where it was never read, or its connection is signed out or removed. */
  read(narrowing: ViewNarrowing): CachedList | undefined;
  /** In place of a list that cannot be read: rows on which nothing can be done. */
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
/** The editor holds its memory as a whole, so the cache is bounded: five views of a few connections and projects. */
const most = { lists: 24, rows: 50 } as const;
/** What did not change is not written at each reading. */
const rewriteMs = 60_000;

export function createCachedLists(view: ViewId, connections: Connections, memory: Memory): CachedLists {
  const all = () => listsSchema.safeParse(memory.read("user", name)).data ?? [];
  // Where it cannot be written it is only missed without the service.
  const write = (lists: readonly CachedList[]) => void memory.write("user", name, lists).catch(() => {});
  const keyOf = ({ project }: ViewNarrowing) => `${view} ${connections.scope() ?? ""} ${project?.id ?? ""}`;
  const read = (narrowing: ViewNarrowing) => {
    if (narrowing.filter !== "") return undefined;
    return all().find(({ of, rows }) => of === keyOf(narrowing) && rows.length > 0);
  };
  const prune = () => {
    const isUsable = connections.all().filter((one) => one.kind === "local" || connections.hasKey(one));
    const ids = new Set(isUsable.map(({ id }) => id));
    const lists = all();
    const left = lists.filter(({ connection }) => ids.has(connection));
    if (left.length < lists.length) write(left);
  };
  // Before it is known which connections have keys, nothing may be taken for signed out.
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
      if (connection === undefined || narrowing.filter !== "") return;
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
  const detail = "As it was read last: the service is not reached.";
  return rows.map((row, index) => ({ kind: "note", id: `${view} kept ${index}`, detail, ...row }));
}

/** Groups hold what there is to see. */
function listed(node: TreeNode): readonly TreeNode[] {
  if (node.kind !== "artifacts") return node.kind === "note" ? [] : [node];
  return node.first.items.map((artifact) => ({ kind: "artifact", artifact }));
}

function createCachedRow(node: TreeNode, at: number): CachedList["rows"][number] {
  const { label, description, icon } = rowOf(node).describe(node, at);
  return { label, description, icon: icon.replace("~spin", "") };
}
