import { BlockList, isIP, isIPv4 } from "node:net";

/** How other machines reach a service for a team. The service's own machine uses its loopback address as before. */
export interface PublicAddress {
  /** What the service listens on: an address or a name, and a port. */
  readonly host: string;
  readonly port: number;
  /** The origin that clients use. */
  readonly url: string;
  /** PEM files. They are read again when they change, so a renewed certificate needs no restart. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Addresses and networks of proxies that end TLS and name the client in `X-Forwarded-For`. */
  readonly trustedProxies: readonly string[];
}

/** Tells whether an address is one of a list of addresses and networks, such as `10.0.0.0/8`. */
export function createAddressMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    list.addSubnet(address, prefix === undefined ? (family === "ipv4" ? 32 : 128) : Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

/** Whether a text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && (prefix === undefined || Number(prefix) <= (family === 4 ? 32 : 128));
}
