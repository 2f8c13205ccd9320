import type { ServiceClient } from "../../../client/client.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/ports.ts";
import { findPassingRun } from "./findPassingRun.ts";
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
