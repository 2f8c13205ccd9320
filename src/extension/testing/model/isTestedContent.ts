import type { ServiceClient } from "../../../client/client.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/ports.ts";
import { listTestRuns } from "./readTestRuns.ts";
import type { TestOwner } from "./testSubject.ts";

/** Whether a content has a complete run that passed. True as well for a service whose test runs cannot be read. */
export async function isTestedContent(
  log: Logger,
  client: ServiceClient,
  owner: Pick<TestOwner, "kind" | "id">,
  digest: string,
): Promise<boolean> {
  try {
    return (await findPassingRun(client, owner, digest)) !== undefined;
  } catch (error) {
    if (isAbortError(error)) throw error;
    log.warning(`Whether its tests passed could not be read: ${readErrorMessage(error)}`);
    return true;
  }
}

/** The number of runs to search. */
const newest = 50;

/** The newest complete run that passed with this content; undefined: there is none. */
async function findPassingRun(
  client: ServiceClient,
  owner: Pick<TestOwner, "kind" | "id">,
  digest: string,
): Promise<TestRun | undefined> {
  const { items } = await listTestRuns(client, owner, { status: "passed", limit: newest, digest });
  return items.find(({ partial }) => !partial);
}
