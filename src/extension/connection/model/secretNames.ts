import type { Secrets } from "../../base/ports.ts";

/**
 * Name prefixes of the secrets of a key and of a connection. Both names end in the connection's id.
 * In a file of their own: the bundle that VS Code loads at start has the list of accounts, and must not load schemas.
 */
export const keySecretPrefix = "fairlead.connection.";
export const profileSecretPrefix = "fairlead.profile.";

/** The ids of the connections that have a secret of a prefix; reads no secret. */
export async function readSecretIds(secrets: Secrets, prefix: string): Promise<readonly string[]> {
  const names = await secrets.names();
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}
