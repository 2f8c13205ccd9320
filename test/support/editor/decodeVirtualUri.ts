import type { VirtualPlace } from "../../../src/core/documents/virtualUris.ts";

/** Path and query of a URI as VS Code hands them over: decoded once, as a whole. */
export function virtualPlace(uri: string): VirtualPlace {
  const { pathname, search } = new URL(uri);
  return { path: decodeURIComponent(pathname), query: decodeURIComponent(search.slice(1)) };
}
