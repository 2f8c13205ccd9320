import { readHostName } from "../../../text/hosts/hostName.ts";
import { isRecord } from "../../../text/record.ts";

/** A host that the service does not let a confined server connect to. */
export interface RefusedHost {
  /** `api.example.com:443` */
  readonly host: string;
  /** Its name leads to a private address; otherwise the host is not among the allowed ones. */
  readonly isInner: boolean;
}

/** Reads the refused host from the data of an event. undefined for other events. */
export function readRefusedHost(data: unknown): RefusedHost | undefined {
  if (!isRecord(data) || typeof data.refusedHost !== "string" || data.refusedHost.length > 260) return undefined;
  // What no user can allow.
  if (data.reason === "service") return undefined;
  const host = readHostName(data.refusedHost);
  return host === undefined ? undefined : { host, isInner: data.reason === "inner" };
}
