import type { VirtualUriParts } from "../../../src/extension/base/uris/virtualUris.ts";

/** Decodes path and query of a URI once, as VS Code does. */
export function decodeVirtualUri(uri: string): VirtualUriParts {
  const { pathname, search } = new URL(uri);
  return { path: decodeURIComponent(pathname), query: decodeURIComponent(search.slice(1)) };
}
