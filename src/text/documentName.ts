/** Returns the last part of a URI, as a name for messages. */
export function readDocumentName(uri: string): string {
  const path = uri.replace(/[?#].*$/, "").replace(/\/+$/, "");
  const last = path.slice(Math.max(path.lastIndexOf("/"), path.indexOf(":")) + 1);
  try {
    return decodeURIComponent(last) || uri;
  } catch {
    return last;
  }
}

export function isWebUri(uri: string): boolean {
  return /^https?:\/\//i.test(uri);
}
