import type { Client } from "../../client/client.ts";
import type { ProfileKeeper } from "../../client/profileStore.ts";
import type { Me } from "../../contract/identity.ts";
import { isUnauthorized } from "../foundation/failure.ts";
import type { Memory } from "../foundation/ports.ts";
import { type Connection, hostOf } from "./connection.ts";
import type { ConnectionList } from "./connectionList.ts";
import type { OpenProfileKeeper } from "./connectionProfile.ts";
import type { Profiles } from "./connectionProfiles.ts";
import { type HeldKey, holdKey } from "./keyHandle.ts";
import type { Keyring } from "./keyring.ts";
import type { LocalService } from "./localService.ts";
import { readMe } from "./readMe.ts";
import { readOrganization } from "./selectedOrganization.ts";

/** A client whose key the service knows, or why there is none. */
export type Opened =
  | {
      readonly kind: "connected";
      readonly connection: Connection;
      readonly me: Me;
      readonly client: Client;
      readonly held: HeldKey;
      readonly keeper: OpenProfileKeeper;
    }
  | { readonly kind: "signedOut"; readonly connection: Connection; readonly reason: string };

export type OpenClient = (
  baseUrl: string,
  key: () => Promise<string | undefined>,
  organizationId: () => string | undefined,
  /** Absent for a service that is known to be our own. */
  keeper?: ProfileKeeper,
) => Promise<Client>;

export interface OpenParts {
  readonly memory: Memory;
  readonly list: ConnectionList;
  readonly keyring: Keyring;
  readonly local: LocalService;
  readonly openClient: OpenClient;
  readonly profiles: Profiles;
}

/** Connects with what is stored; asks the user nothing. Throws where the service cannot be reached. */
export async function openConnection(parts: OpenParts, connection: Connection): Promise<Opened> {
  if (connection.kind === "local") return openLocal(parts, connection);
  const key = await parts.keyring.read(connection);
  if (key === undefined) return { kind: "signedOut", connection, reason: `There is no key for ${connection.name}.` };
  return openWith(parts, connection, key);
}

/** Its key is made anew where it is missing or refused: whoever may read the data folder may have one. */
async function openLocal(parts: OpenParts, stored: Connection): Promise<Opened> {
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
async function openWith(parts: OpenParts, connection: Connection, key: string): Promise<Opened> {
  const { openClient, memory, profiles } = parts;
  const held = holdKey(key);
  const keeper = profiles.of(connection);
  let organizationId: string | undefined;
  const client = await openClient(
    connection.baseUrl,
    async () => held.read(),
    () => organizationId,
    ...(connection.kind === "local" ? [] : [keeper]),
  );
  try {
    const me = await readMe(client, keeper);
    organizationId = readOrganization(memory, connection.id)?.id;
    return { kind: "connected", connection, me, client, held, keeper };
  } catch (error) {
    held.forget();
    await client.close();
    if (isUnauthorized(error)) return { kind: "signedOut", connection, reason: refusal(connection) };
    throw error;
  }
}

/** Why a key that was fine is not any more. */
export function refusal({ name, baseUrl }: Connection): string {
  return `${name} (${hostOf(baseUrl)}) refused the key: it may have been deleted, or it has expired.`;
}
