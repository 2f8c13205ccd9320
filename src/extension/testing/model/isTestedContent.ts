import type { ServiceClient } from "../../../client/client.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/ports.ts";
import { listTestRuns } from "./readTestRuns.ts";
import type { TestOwner } from "./testSubject.ts";

/** The number of runs to search. */
const newest = 50;

/** Whether a content has a complete run that passed. True as well for a service whose test runs cannot be read. */
export async function isTestedContent(
  log: Logger,
  client: ServiceClient,
  owner: Pick<TestOwner, "kind" | "id">,
  digest: string,
): Promise<boolean> {
  try {
    const { items } = await listTestRuns(client, owner, { status: "passed", limit: newest, digest });
    return items.some(({ partial }) => !partial);
  } catch (error) {
    if (isAbortError(error)) throw error;
    log.warning(`Whether its tests passed could not be read: ${readErrorMessage(error)}`);
    return true;
  }
}
