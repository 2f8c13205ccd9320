import type { ServiceClient } from "../../../client/client.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import { listTestRuns } from "./readTestRuns.ts";
import type { TestOwner } from "./testSubject.ts";

/** The number of runs to search. */
const newest = 50;

/** The newest complete run that passed with this content; undefined: there is none. */
export async function findPassingRun(
  client: ServiceClient,
  owner: Pick<TestOwner, "kind" | "id">,
  digest: string,
): Promise<TestRun | undefined> {
  const { items } = await listTestRuns(client, owner, { status: "passed", limit: newest, digest });
  return items.find(({ partial }) => !partial);
}
