/** Whether a host name, as in a URL or as typed, means this machine: localhost and its subdomains, 127.0.0.0/8, ::1. */
export function isLoopbackHostname(hostname: string): boolean {
  const name = bareHostname(hostname);
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name);
}

/** In lower case, without the brackets of an IPv6 address and the final dot of a full name. */
export function bareHostname(hostname: string): string {
  return hostname
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase();
}

const privateAddress = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:)/;

/** Whether a host name leads to this machine or its own network: by its address, its ending, or as a name of one word. */
export function isPrivateHostname(hostname: string): boolean {
  const name = bareHostname(hostname);
  const isAddress = /^[\d.]+$|:/.test(name);
  if (isLoopbackHostname(name) || (isAddress && privateAddress.test(name))) return true;
  return !isAddress && (!name.includes(".") || /\.(?:local|lan|internal|home\.arpa)$/.test(name));
}
