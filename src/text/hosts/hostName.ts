const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "ws:": 80, "wss:": 443 };

/** Reads a URL, a host or a host with a port. undefined if the text is none of them. */
export function readHostName(text: string): string | undefined {
  const isUrl = text.includes("://");
  // A URL omits the default port of its scheme.
  const url = URL.parse(isUrl ? text : `${text.endsWith(":80") ? "https" : "http"}://${text}`);
  if (!url || !/^(\[[\da-f:.]+\]|[\w.-]+)$/.test(url.hostname) || (!isUrl && url.host !== text.toLowerCase()))
    return undefined;
  const port = url.port || (isUrl ? defaultPorts[url.protocol] : undefined);
  return port === undefined ? url.hostname : `${url.hostname}:${port}`;
}

/** Whether a list of allowed hosts has a host with its port, or the host with any port. */
export function isAllowedHost(allowedHosts: readonly string[], host: string): boolean {
  return allowedHosts.includes(host) || allowedHosts.includes(host.replace(/:\d+$/, ""));
}
