import { describe, expect, test } from "vitest";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { TreeBranch } from "../../../../../src/extension/workbench/tree/treeBranch.ts";
import type { NodePage } from "../../../../../src/extension/workbench/tree/treeSource.ts";

const note = (label: string): TreeNode => ({ kind: "note", id: label, icon: "", label, detail: "" });
const page = (label: string, nextCursor: string | null = null): NodePage => ({ nodes: [note(label)], nextCursor });
const labels = (branch: TreeBranch) => branch.nodes.map((node) => node.kind === "note" && node.label);

/** Pages that resolve on demand, in any order. */
function slowPages() {
  const reads: { readonly cursor: string | undefined; readonly answer: PromiseWithResolvers<NodePage> }[] = [];
  const read = (_parent: TreeNode | undefined, cursor: string | undefined) => {
    const answer = Promise.withResolvers<NodePage>();
    reads.push({ cursor, answer });
    return answer.promise;
  };
  return { reads, branch: new TreeBranch(read, () => 0) };
}

/** A branch that has read the first of several pages. */
async function firstPage(label: string) {
  const { reads, branch } = slowPages();
  const first = branch.refresh();
  reads[0]?.answer.resolve(page(label, "next"));
  await first;
  return { reads, branch };
}

test("a response that arrives after a newer one is ignored", async () => {
  const { reads, branch } = slowPages();
  const older = branch.refresh();
  const newer = branch.refresh();
  reads[1]?.answer.resolve(page("new"));
  await newer;
  reads[0]?.answer.resolve(page("old"));
  expect([await older, labels(branch)]).toEqual([[], ["new"]]);
});

test("a caller waits for the running refresh and for the one that replaces it", async () => {
  const { reads, branch } = slowPages();
  void branch.refresh();
  const ensured = branch.ensure();
  void branch.refresh();
  reads[0]?.answer.resolve(page("old"));
  reads[1]?.answer.resolve(page("new"));
  await ensured;
  expect([labels(branch), reads.length]).toEqual([["new"], 2]);
});

test("a stopped list does not change", async () => {
  const { reads, branch } = slowPages();
  const running = branch.refresh();
  branch.stop();
  reads[0]?.answer.reject(new Error("too late"));
  expect([await running, branch.state.kind]).toEqual([[], "unread"]);
});

test("a page that fails keeps the previous pages", async () => {
  const { reads, branch } = await firstPage("one");
  const more = branch.more();
  await Promise.resolve();
  reads[1]?.answer.reject(new Error("no"));
  await more;
  expect([branch.state.kind, labels(branch), reads[1]?.cursor]).toEqual(["failed", ["one"], "next"]);
});

test("the next page of an invalidated list is read after the refresh", async () => {
  const { reads, branch } = await firstPage("old");
  branch.invalidate();
  const more = branch.more();
  await Promise.resolve();
  reads[1]?.answer.resolve(page("new", "next"));
  await expect.poll(() => reads).toHaveLength(3);
  reads[2]?.answer.resolve(page("second"));
  await more;
  expect([labels(branch), reads.map(({ cursor }) => cursor)]).toEqual([
    ["new", "second"],
    [undefined, undefined, "next"],
  ]);
});

test("the next page waits for a refresh that starts while it waits for another", async () => {
  const { reads, branch } = await firstPage("old");
  void branch.refresh();
  branch.invalidate();
  const ensured = branch.ensure();
  const more = branch.more();
  reads[1]?.answer.resolve(page("still old", "next"));
  await expect.poll(() => reads).toHaveLength(3);
  reads[2]?.answer.resolve(page("new", "next"));
  await expect.poll(() => reads).toHaveLength(4);
  reads[3]?.answer.resolve(page("second"));
  await Promise.all([ensured, more]);
  expect(labels(branch)).toEqual(["new", "second"]);
});

test("a next page that a refresh replaces is read by that refresh", async () => {
  const { reads, branch } = await firstPage("one");
  const more = branch.more();
  await expect.poll(() => reads).toHaveLength(2);
  const refreshed = branch.refresh();
  reads[2]?.answer.resolve(page("one", "next"));
  await expect.poll(() => reads).toHaveLength(4);
  reads[3]?.answer.resolve(page("two"));
  reads[1]?.answer.resolve(page("too late"));
  expect([await more, await refreshed, labels(branch)]).toEqual([[], "all", ["one", "two"]]);
});

test("a list of which the end is not proven is not read on", async () => {
  const { reads, branch } = await firstPage("one");
  const more = branch.more();
  await Promise.resolve();
  reads[1]?.answer.resolve(page("two"));
  await more;
  const refreshed = branch.refresh();
  reads[2]?.answer.resolve(page("one", "unproven-end"));
  await refreshed;
  expect([reads.length, branch.state]).toEqual([3, expect.objectContaining({ nextCursor: "unproven-end" })]);
});

describe("the nodes to redraw", () => {
  const createNote = (id: string, label: string): TreeNode => ({ kind: "note", id, icon: "", label, detail: "" });
  const changeFrom = async (before: NodePage, after: NodePage) => {
    const { reads, branch } = slowPages();
    const changes = [branch.refresh()];
    reads[0]?.answer.resolve(before);
    await changes[0];
    changes.push(branch.refresh());
    reads[1]?.answer.resolve(after);
    return changes[1];
  };
  const list = (...nodes: readonly TreeNode[]): NodePage => ({ nodes, nextCursor: null });
  const [one, two, newOne] = [createNote("1", "one"), createNote("2", "two"), createNote("1", "new")];

  test("is empty for an unchanged list, even with a new cursor", async () => {
    expect(await changeFrom(list(one, two), list(createNote("1", "one"), two))).toEqual([]);
    expect(await changeFrom(page("one", "a"), page("one", "b"))).toEqual([]);
  });

  test("are the changed ones if the list has the same items in the same order", async () => {
    expect(await changeFrom(list(one, two), list(newOne, two))).toEqual([newOne]);
  });

  test("are none if only the number of recorded calls differs, and the row if the recording ends", async () => {
    const row = (calls: number, endedAt: string | null): TreeNode => ({
      kind: "deployment",
      deployment: {
        id: "dep_1",
        recording: {
          startedAt: "2026-01-01T00:00:00Z",
          startedBy: "Ann",
          endsAt: "2026-01-01T01:00:00Z",
          endedAt,
          end: null,
          calls,
          missed: 0,
        },
      } as never,
      live: true,
      serverName: "Pets",
    });
    const [first, ended] = [row(1, null), row(2, "2026-01-01T00:01:00Z")];
    expect(await changeFrom(list(first), list(row(2, null)))).toEqual([]);
    expect(await changeFrom(list(first), list(ended))).toEqual([ended]);
  });

  test("are all if an item is new, removed or moved, or if the list now ends", async () => {
    expect(await changeFrom(list(one), list(one, two))).toBe("all");
    expect(await changeFrom(list(one, two), list(one))).toBe("all");
    expect(await changeFrom(list(one, two), list(two, one))).toBe("all");
    expect(await changeFrom(page("one", "a"), page("one"))).toBe("all");
  });
});
