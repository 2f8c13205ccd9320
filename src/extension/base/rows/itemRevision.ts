import type { Deployment } from "../../../contract/deployments.ts";
import type { Server } from "../../../contract/servers.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import { formatState } from "../serviceState.ts";

/** The revision of an item: its ETag, else the whole item. */
export function formatItemRevision(item: { readonly etag?: string | undefined }, revision = item.etag): string {
  return item.etag === undefined || revision === undefined ? JSON.stringify(item) : revision;
}

type ItemInState = Pick<Server | Deployment | TestRun, "etag" | "updatedAt" | "status">;

export function formatStateRevision(item: ItemInState | undefined): string {
  return item ? formatItemRevision(item, `${item.etag} ${item.updatedAt} ${formatState(item.status)}`) : "";
}
