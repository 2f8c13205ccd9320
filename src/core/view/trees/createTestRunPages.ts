import { listRuns } from "../../testrun/readTestRuns.ts";
import type { TestOwner } from "../../testrun/testSubject.ts";
import type { Node } from "../nodes.ts";
import type { ReadPage } from "./treeSource.ts";

/** A few: the older ones are a page away. */
const pageSize = 10;

/** The test runs of a server or a skill, newest first. */
export function testRunsOf(of: TestOwner): ReadPage {
  return async ({ client, cursor, signal }) => {
    const page = { limit: pageSize, ...(cursor && { cursor }) };
    const { items, nextCursor } = await listRuns(client, of, page, signal);
    return { nodes: items.map((run): Node => ({ kind: "testRun", run, of })), nextCursor };
  };
}
