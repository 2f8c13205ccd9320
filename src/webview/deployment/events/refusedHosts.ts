import { isAllowedHost, readRefusedHost } from "../../../contract/refusedHost.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";

/** The host of an event that says what the server may not connect to. */
export interface RowHost {
  readonly host: string;
  /** The user allowed it after the event. */
  readonly isAllowed: boolean;
}

export type FindRowHost = (row: EventRow) => RowHost | undefined;

/** Finds the refused host of an event. Finds none if the service has no allowed hosts (`undefined`), because they cannot be changed. */
export function createRowHostFinder(readAllowedHosts: () => readonly string[] | undefined): FindRowHost {
  return ([, , , , , data]) => {
    const allowedHosts = readAllowedHosts();
    // Most events have no such data, and parsing is slow.
    if (!allowedHosts || !data?.includes('"refusedHost"')) return undefined;
    const refused = readRefusedHost(tryParseJson(data));
    return refused && { host: refused.host, isAllowed: isAllowedHost(allowedHosts, refused.host) };
  };
}
