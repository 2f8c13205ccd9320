import { bareHostname, isLoopbackHostname } from "./isLoopbackHostname.ts";

const privateAddress = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:)/;

/** Whether a host name leads to this machine or its own network: by its address, its ending, or as a name of one word. */
export function isPrivateHostname(hostname: string): boolean {
  const name = bareHostname(hostname);
  const isAddress = /^[\d.]+$|:/.test(name);
  if (isLoopbackHostname(name) || (isAddress && privateAddress.test(name))) return true;
  return !isAddress && (!name.includes(".") || /\.(?:local|lan|internal|home\.arpa)$/.test(name));
}
