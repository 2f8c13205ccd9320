import { isIP } from "node:net";
import type { PrivateHost } from "../../kubernetes/kubernetesServer.ts";
import { getAddressZone } from "../network/addressZone.ts";

/** The addresses of private networks among allowed hosts such as `10.0.0.5:8080`, `[fd00::1]` and `api.example.com`. */
export function listPrivateHosts(allowedHosts: readonly string[]): PrivateHost[] {
  return allowedHosts.flatMap((host) => {
    const [, bracketed, plain = "", port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(host) ?? [];
    const address = bracketed ?? plain;
    if (isIP(address) === 0 || getAddressZone(address) !== "private") return [];
    return [{ address, ...(port !== undefined && { port: Number(port) }) }];
  });
}
