import { listTestRuns } from "../../testing/model/readTestRuns.ts";
import type { TestOwner } from "../../testing/model/testSubject.ts";
import type { TreeNode } from "../nodes.ts";
import { createPageInput, type ReadNodePage } from "./treeSource.ts";

/** A short page, because older runs are rarely opened. */
const pageSize = 10;

/** The test runs of a server or a skill, newest first. */
export function createTestRunPages(owner: TestOwner): ReadNodePage {
  return async ({ client, cursor, signal }) => {
    const { items, nextCursor } = await listTestRuns(client, owner, createPageInput({ cursor }, pageSize), signal);
    return { nodes: items.map((run): TreeNode => ({ kind: "testRun", run, of: owner })), nextCursor };
  };
}
