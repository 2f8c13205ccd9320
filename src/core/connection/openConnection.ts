import type { ServiceClient } from "../../client/client.ts";
import type { ConnectOptions } from "../../client/profileStore.ts";
import type { Me } from "../../contract/identity.ts";
import { isUnauthorizedError } from "../foundation/failure.ts";
import type { Memory } from "../foundation/ports.ts";
import { type Connection, readUrlHost } from "./connection.ts";
import type { ConnectionList } from "./connectionList.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";
import type { ConnectionProfiles } from "./connectionProfiles.ts";
import { createKeyHandle, type KeyHandle } from "./keyHandle.ts";
import type { Keyring } from "./keyring.ts";
import type { LocalService } from "./localService.ts";
import { readMe } from "./readMe.ts";
import { readSelectedOrganization } from "./selectedOrganization.ts";

/** A client whose key the service knows, or why there is none. */
export type OpenedConnection =
  | {
      readonly kind: "connected";
      readonly connection: Connection;
      readonly me: Me;
      readonly client: ServiceClient;
      readonly held: KeyHandle;
      readonly keeper: ConnectionProfile;
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
  /** The service refused the key of the opened connection. */
  readonly onUnauthorized: (connection: Connection) => void;
}

/** Connects with what is stored; asks the user nothing. Throws where the service cannot be reached. */
export async function openConnection(parts: OpenConnectionOptions, connection: Connection): Promise<OpenedConnection> {
  if (connection.kind === "local") return openLocal(parts, connection);
  const key = await parts.keyring.read(connection);
  if (key === undefined) return { kind: "signedOut", connection, reason: `There is no key for ${connection.name}.` };
  return openWith(parts, connection, key);
}

/** Its key is made anew where it is missing or refused: whoever may read the data folder may have one. */
async function openLocal(parts: OpenConnectionOptions, stored: Connection): Promise<OpenedConnection> {
  const { local, list, keyring } = parts;
  const endpoint = await local.start();
  const connection = { ...stored, baseUrl: endpoint.url };
  if (connection.baseUrl !== stored.baseUrl) await list.put(connection);
  const known = await keyring.read(connection);
  const opened = known === undefined ? undefined : await openWith(parts, connection, known);
  if (opened?.kind === "connected") return opened;
  const key = await endpoint.issueKey();
  await keyring.write(connection, key);
  return openWith(parts, connection, key);
}

/** Who it is does not depend on the organization, and a remembered one may not take them any more: it is named afterwards. */
async function openWith(parts: OpenConnectionOptions, connection: Connection, key: string): Promise<OpenedConnection> {
  const { openClient, memory, profiles, onUnauthorized } = parts;
  const held = createKeyHandle(key);
  const keeper = profiles.of(connection);
  let organizationId: string | undefined;
  const client = await openClient({
    baseUrl: connection.baseUrl,
    key: async () => held.read(),
    organizationId: () => organizationId,
    onUnauthorized: () => onUnauthorized(connection),
    profileStore: connection.kind === "local" ? undefined : keeper,
  });
  try {
    const me = await readMe(client, keeper);
    organizationId = readSelectedOrganization(memory, connection.id)?.id;
    return { kind: "connected", connection, me, client, held, keeper };
  } catch (error) {
    held.forget();
    await client.close();
    if (isUnauthorizedError(error)) return { kind: "signedOut", connection, reason: formatRejectedKey(connection) };
    throw error;
  }
}

/** Why a key that was fine is not any more. */
export function formatRejectedKey({ name, baseUrl }: Connection): string {
  return `${name} (${readUrlHost(baseUrl)}) refused the key: it may have been deleted, or it has expired.`;
}
