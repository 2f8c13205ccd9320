/** Enough of a digest to tell versions apart by eye. */
export function shortenDigest(digest: string): string {
  return digest.replace(/^[a-z0-9]+:/i, "").slice(0, 8);
}
