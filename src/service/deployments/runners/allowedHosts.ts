import { isAllowedHost } from "../../../text/hosts/hostName.ts";

/** The hosts that a server may connect to: `api.example.com` at any port, or `api.example.com:8443`. */
export interface AllowedHosts {
  /** Named by the user, wherever they lead to. */
  readonly byUser: readonly string[];
  /** Named by the version. They may not lead further inside the network than their name says. */
  readonly byVersion: readonly string[];
}

/** Who allows a connection. `host` is in lower case, an IPv6 address without brackets. */
export function findAllowance(hosts: AllowedHosts, host: string, port: number): "user" | "version" | undefined {
  const name = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  if (isAllowedHost(hosts.byUser, name)) return "user";
  return isAllowedHost(hosts.byVersion, name) ? "version" : undefined;
}
