import type { VirtualUriParts } from "../../../src/core/documents/virtualUris.ts";

/** Path and query of a URI as VS Code hands them over: decoded once, as a whole. */
export function decodeVirtualUri(uri: string): VirtualUriParts {
  const { pathname, search } = new URL(uri);
  return { path: decodeURIComponent(pathname), query: decodeURIComponent(search.slice(1)) };
}
