/** Where a path of the service's is. Set, not resolved: resolved, one that begins with two slashes would lead to another host. */
export function buildServiceUrl(base: URL, path: string): URL {
  const url = new URL(base.origin);
  url.pathname = base.pathname.replace(/\/+$/, "") + path;
  return url;
}
