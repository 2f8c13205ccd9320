import { isAllowedHost } from "../../../text/hosts/hostName.ts";
import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";

/** Finds the host that an event offers to allow. */
export type FindRefusedHost = (row: EventRow) => string | undefined;

/**
 * Finds the refused host of an event, unless the user allowed it in the meantime. The data is searched as text, which is fast enough for
 * each row that is drawn; the extension checks the host.
 */
export function findRefusedHost(row: EventRow, allowedHosts: readonly string[]): string | undefined {
  const host = /"refusedHost": ?"([^"\\]+)"/.exec(row[5] ?? "")?.[1];
  return host && !isAllowedHost(allowedHosts, host) ? host : undefined;
}
