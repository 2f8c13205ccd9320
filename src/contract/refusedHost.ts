import { readHostName } from "../text/hostName.ts";
import { isRecord } from "../text/record.ts";

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
  const host = readHostName(data.refusedHost);
  return host === undefined ? undefined : { host, isInner: data.reason === "inner" };
}

/** Whether a list of allowed hosts has a host with its port, or the host with any port. */
export function isAllowedHost(allowedHosts: readonly string[], host: string): boolean {
  return allowedHosts.includes(host) || allowedHosts.includes(host.replace(/:\d+$/, ""));
}
