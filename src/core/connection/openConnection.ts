import type { ServiceClient } from "../../client/client.ts";
import type { ConnectOptions } from "../../client/profileStore.ts";
import type { Me } from "../../contract/identity.ts";
import { isUnauthorizedError } from "../foundation/failure.ts";
import type { Memory } from "../foundation/ports.ts";
import type { ConfirmChange } from "./confirmChange.ts";
import { type Connection, readUrlHost } from "./connection.ts";
import type { ConnectionList } from "./connectionList.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";
import type { ConnectionProfiles } from "./connectionProfiles.ts";
import { createKeyHandle, type KeyHandle } from "./keyHandle.ts";
import type { Keyring } from "./keyring.ts";
import type { LocalService } from "./localService.ts";
import { readMe } from "./readMe.ts";
import { readSelectedOrganization } from "./selectedOrganization.ts";

/** A client whose key the service accepted, or why there is none. */
export type OpenedConnection =
  | {
      readonly kind: "connected";
      readonly connection: Connection;
      readonly me: Me;
      readonly client: ServiceClient;
      readonly keyHandle: KeyHandle;
      readonly profileStore: ConnectionProfile;
    }
  | { readonly kind: "signedOut"; readonly connection: Connection; readonly reason: string };

export type OpenClient = (options: ConnectOptions) => Promise<ServiceClient>;

export interface OpenConnectionOptions {
  readonly memory: Memory;
  readonly list: ConnectionList;
  readonly keyring: Keyring;
  readonly local: LocalService;
  readonly openClient: OpenClient;
  readonly profiles: ConnectionProfiles;
  readonly confirmChange?: ConfirmChange | undefined;
  /** Called when the service rejects the key of the opened connection. */
  readonly onUnauthorized: (connection: Connection) => void;
}

/** Connects with stored data, without prompting. Throws if the service cannot be reached. */
export async function openConnection(parts: OpenConnectionOptions, connection: Connection): Promise<OpenedConnection> {
  if (connection.kind === "local") return openLocal(parts, connection);
  const key = await parts.keyring.read(connection);
  if (key === undefined) return { kind: "signedOut", connection, reason: `There is no key for ${connection.name}.` };
  return openWith(parts, connection, key);
}

/** Issues a new key when it is missing or rejected: the data folder already proves the user. */
async function openLocal(parts: OpenConnectionOptions, stored: Connection): Promise<OpenedConnection> {
  const { local, list, keyring } = parts;
  const endpoint = await local.start();
  const connection = { ...stored, baseUrl: endpoint.url };
  if (connection.baseUrl !== stored.baseUrl) await list.save(connection);
  const storedKey = await keyring.read(connection);
  const opened = storedKey === undefined ? undefined : await openWith(parts, connection, storedKey);
  if (opened?.kind === "connected") return opened;
  const key = await endpoint.issueKey();
  await keyring.write(connection, key);
  return openWith(parts, connection, key);
}

/**
 * Reads the user without the organization, because a stored organization may no longer accept them; names it
 * afterwards.
 */
async function openWith(parts: OpenConnectionOptions, connection: Connection, key: string): Promise<OpenedConnection> {
  const { openClient, memory, profiles, confirmChange, onUnauthorized } = parts;
  const keyHandle = createKeyHandle(key);
  const profileStore = profiles.of(connection);
  let organizationId: string | undefined;
  const client = await openClient({
    baseUrl: connection.baseUrl,
    key: async () => keyHandle.read(),
    organizationId: () => organizationId,
    onUnauthorized: () => onUnauthorized(connection),
    confirmRequest: confirmChange && ((preview) => confirmChange(profileStore, preview)),
    profileStore: connection.kind === "local" ? undefined : profileStore,
  });
  try {
    const me = await readMe(client, profileStore);
    organizationId = readSelectedOrganization(memory, connection.id)?.id;
    return { kind: "connected", connection, me, client, keyHandle, profileStore };
  } catch (error) {
    keyHandle.clear();
    await client.close();
    if (isUnauthorizedError(error)) return { kind: "signedOut", connection, reason: formatRejectedKey(connection) };
    throw error;
  }
}

/** Why the service rejects a key that it accepted before. */
export function formatRejectedKey({ name, baseUrl }: Connection): string {
  return `${name} (${readUrlHost(baseUrl)}) refused the key: it may have been deleted, or it has expired.`;
}
