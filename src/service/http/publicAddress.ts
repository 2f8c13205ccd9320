import { isIP } from "node:net";

/** How other machines reach a service for a team. The service's own machine uses its loopback address as before. */
export interface PublicAddress {
  /** What the service listens on: an address or a name, and a port. */
  readonly host: string;
  readonly port: number;
  /** The origin that clients use. */
  readonly url: string;
  /** PEM files. They are read again when they change, so a renewed certificate needs no restart. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Addresses and networks of proxies that end TLS, and that may send the public name as `X-Forwarded-Host`. */
  readonly trustedProxies: readonly string[];
}

/** Whether a text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && (prefix === undefined || Number(prefix) <= (family === 4 ? 32 : 128));
}
