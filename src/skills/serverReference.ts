/** The key of `metadata` that names the server of all evals. */
export const serverMetadata = "fairlead-server";

/** A version of a server, as an eval names it. */
export interface ServerReference {
  readonly name: string;
  readonly version: string;
}

/**
 * Reads `pets@1.2.0`; undefined: it names no version of a server. The editor asks for consent and the service starts
 * code by this one reading, so nothing is trimmed or guessed.
 */
export function parseServerReference(text: string): ServerReference | undefined {
  const [, name, version] = /^(\S+)@([^@\s]+)$/.exec(text) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
}
