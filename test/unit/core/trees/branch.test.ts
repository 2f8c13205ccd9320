import { expect, test } from "vitest";
import type { Node } from "../../../../src/core/nodes.ts";
import { Branch } from "../../../../src/core/trees/branch.ts";
import type { NodePage } from "../../../../src/core/trees/source.ts";

const note = (label: string): Node => ({ kind: "note", id: label, icon: "", label, detail: "" });
const page = (label: string, nextCursor: string | null = null): NodePage => ({ nodes: [note(label)], nextCursor });
const labels = (branch: Branch) => branch.nodes.map((node) => node.kind === "note" && node.label);

/** Answers when told to, in any order. */
function slowPages() {
  const asked: { readonly cursor: string | undefined; readonly answer: PromiseWithResolvers<NodePage> }[] = [];
  const read = (cursor: string | undefined) => {
    const answer = Promise.withResolvers<NodePage>();
    asked.push({ cursor, answer });
    return answer.promise;
  };
  return { asked, branch: new Branch(read, () => 0) };
}

test("an answer that comes after a newer one is dropped", async () => {
  const { asked, branch } = slowPages();
  const older = branch.refresh();
  const newer = branch.refresh();
  asked[1]?.answer.resolve(page("new"));
  await newer;
  asked[0]?.answer.resolve(page("old"));
  expect([await older, labels(branch)]).toEqual([false, ["new"]]);
});

test("who needs the list waits for the refresh that runs, also where it gives way to another", async () => {
  const { asked, branch } = slowPages();
  void branch.refresh();
  const ensured = branch.ensure();
  void branch.refresh();
  asked[0]?.answer.resolve(page("old"));
  asked[1]?.answer.resolve(page("new"));
  await ensured;
  expect([labels(branch), asked.length]).toEqual([["new"], 2]);
});

test("a stopped list changes nothing any more", async () => {
  const { asked, branch } = slowPages();
  const running = branch.refresh();
  branch.stop();
  asked[0]?.answer.reject(new Error("too late"));
  expect([await running, branch.state.kind]).toEqual([false, "unread"]);
});

test("a page that fails leaves the pages before it", async () => {
  const { asked, branch } = slowPages();
  const first = branch.refresh();
  asked[0]?.answer.resolve(page("one", "next"));
  await first;
  const more = branch.more();
  await Promise.resolve();
  asked[1]?.answer.reject(new Error("no"));
  await more;
  expect([branch.state.kind, labels(branch), asked[1]?.cursor]).toEqual(["failed", ["one"], "next"]);
});
