import * as z from "zod/mini";
import { isAllowedHost } from "../../../text/hostName.ts";
import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";

/** The host of an event that says what the server may not connect to. */
export interface RowHost {
  readonly host: string;
  /** The user allowed it after the event. */
  readonly isAllowed: boolean;
}

export type FindRowHost = (row: EventRow) => RowHost | undefined;

const dataSchema = z.object({ refusedHost: z.string() });

/** Finds the refused host of an event. Finds none if the service has no allowed hosts (`undefined`), because they cannot be changed. */
export function createRowHostFinder(readAllowedHosts: () => readonly string[] | undefined): FindRowHost {
  return ([, , , , , data]) => {
    const allowedHosts = readAllowedHosts();
    // Most events have no such data, and parsing is slow.
    if (!allowedHosts || !data?.includes('"refusedHost"')) return undefined;
    const { refusedHost: host } = dataSchema.safeParse(parseJson(data)).data ?? {};
    return host === undefined ? undefined : { host, isAllowed: isAllowedHost(allowedHosts, host) };
  };
}

/** Returns `undefined` for data that is not JSON because it was truncated. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
