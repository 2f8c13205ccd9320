/** Returns enough characters of a digest for a user to distinguish versions. */
export function shortenDigest(digest: string): string {
  return digest.replace(/^[a-z0-9]+:/i, "").slice(0, 8);
}
