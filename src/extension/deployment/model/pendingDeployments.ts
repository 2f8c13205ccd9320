import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import { PendingList } from "../../base/pendingList.ts";
import type { Polling } from "../../base/polling.ts";

const pageSize = 200;

/** Deployments that are watched, all read by one list request. */
export function createPendingDeployments(client: ServiceClient, polling: Polling): PendingList<Deployment> {
  return new PendingList<Deployment>({
    polling,
    readPage: (cursor, signal) =>
      client.call("deployments.list", { limit: pageSize, ...(cursor && { cursor }) }, { signal }),
    readOne: ({ id }, signal) => client.call("deployment.get", { id }, { signal }),
    fields: ["status", "startedAt", "finishedAt"],
  });
}
