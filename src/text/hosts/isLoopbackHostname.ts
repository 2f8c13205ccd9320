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
