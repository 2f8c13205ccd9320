import { listTestRuns } from "../../testing/model/readTestRuns.ts";
import type { TestOwner } from "../../testing/model/testSubject.ts";
import type { TreeNode } from "../nodes.ts";
import type { ReadNodePage } from "./treeSource.ts";

/** A short page, because older runs are rarely opened. */
const pageSize = 10;

/** The test runs of a server or a skill, newest first. */
export function createTestRunPages(owner: TestOwner): ReadNodePage {
  return async ({ client, cursor, signal }) => {
    const page = { limit: pageSize, ...(cursor && { cursor }) };
    const { items, nextCursor } = await listTestRuns(client, owner, page, signal);
    return { nodes: items.map((run): TreeNode => ({ kind: "testRun", run, of: owner })), nextCursor };
  };
}
