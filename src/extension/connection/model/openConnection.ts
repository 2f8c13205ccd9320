import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { ConnectOptions } from "../../../client/profileStore.ts";
import type { ClientCredentials } from "../../../contract/dialectProfile.ts";
import type { Me } from "../../../contract/identity.ts";
import { isUnauthorizedError, readErrorMessage, readFailedTokenRequest } from "../../base/failure.ts";
import type { Memory } from "../../base/ports.ts";
import type { ConfirmChange } from "./confirmChange.ts";
import { type Connection, readUrlHost } from "./connection.ts";
import type { ConnectionList } from "./connectionList.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";
import type { ConnectionProfiles } from "./connectionProfiles.ts";
import {
  type ConnectionCredentials,
  createKeyHandle,
  isSameClient,
  type KeyHandle,
  type Keyring,
  type StoredKey,
} from "./keyring.ts";
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
  readonly onUnauthorized: (connection: Connection, error: unknown) => void;
  /** Called after each call of the opened connection: undefined if the service responded, else why it was not reached. */
  readonly onReachability: (connection: Connection, error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Reads the user of a key that is not stored. What the contact teaches of the service goes to the draft of a profile. */
export async function verifyCredentials(
  openClient: OpenClient,
  { baseUrl, key }: ConnectionCredentials,
  draft: ConnectionProfile,
  signal?: AbortSignal,
): Promise<Me> {
  const keyHandle = createKeyHandle({ key, clientCredentials: readClientCredentials(draft) });
  const client = await openClient({
    baseUrl,
    profileStore: draft,
    key: async (clientCredentials) => keyHandle.read(clientCredentials),
  });
  try {
    return await readMe(client, draft, signal);
  } finally {
    await client.close();
  }
}

/** Connects with stored data, without prompting. Throws if the service cannot be reached. */
export async function openConnection(parts: OpenConnectionOptions, connection: Connection): Promise<OpenedConnection> {
  if (connection.kind === "local") return openLocal(parts, connection);
  const stored = await parts.keyring.read(connection);
  if (!stored) return { kind: "signedOut", connection, reason: l10n.t`There is no key for ${connection.name}.` };
  const profile = parts.profiles.of(connection);
  // Another window may have stored the client secret without sharing the profile.
  if (stored.clientCredentials && !readClientCredentials(profile)) setClientCredentials(profile, stored);
  const reason = findMismatch(connection, stored, readClientCredentials(profile));
  return reason === undefined ? openWith(parts, connection, stored) : { kind: "signedOut", connection, reason };
}

/** Issues a new key when it is missing or rejected: the data folder already proves the user. */
async function openLocal(parts: OpenConnectionOptions, stored: Connection): Promise<OpenedConnection> {
  const { local, list, keyring } = parts;
  const endpoint = await local.start(parts.signal);
  // The connection may have been removed while the service started.
  parts.signal.throwIfAborted();
  const connection = { ...stored, baseUrl: endpoint.url };
  if (connection.baseUrl !== stored.baseUrl) await list.save(connection);
  const storedKey = await keyring.read(connection);
  const opened = storedKey === undefined ? undefined : await openWith(parts, connection, storedKey);
  if (opened?.kind === "connected") return opened;
  const issued = { key: await endpoint.issueKey() };
  await keyring.write(connection, issued);
  return openWith(parts, connection, issued);
}

/**
 * Reads the user without the organization, because a stored organization may no longer accept them; names it
 * afterwards.
 */
async function openWith(
  parts: OpenConnectionOptions,
  connection: Connection,
  stored: StoredKey,
): Promise<OpenedConnection> {
  const { openClient, memory, profiles, confirmChange, onUnauthorized, onReachability, signal } = parts;
  const keyHandle = createKeyHandle(stored);
  const profileStore = profiles.of(connection);
  let organizationId: string | undefined;
  const client = await openClient({
    baseUrl: connection.baseUrl,
    key: async (clientCredentials) => keyHandle.read(clientCredentials),
    organizationId: () => organizationId,
    onUnauthorized: (error) => onUnauthorized(connection, error),
    onReachability: (error) => onReachability(connection, error),
    confirmRequest: confirmChange && ((preview) => confirmChange(profileStore, preview)),
    profileStore: connection.kind === "local" ? undefined : profileStore,
  });
  try {
    const me = await readMe(client, profileStore, signal);
    organizationId = readSelectedOrganization(memory, connection.id)?.id;
    return { kind: "connected", connection, me, client, keyHandle, profileStore };
  } catch (error) {
    keyHandle.clear();
    await client.close();
    if (isUnauthorizedError(error))
      return { kind: "signedOut", connection, reason: formatRejectedKey(connection, error) };
    throw error;
  }
}

/** Why a stored key may not be sent as the profile says. */
function findMismatch(
  { name }: Connection,
  { clientCredentials: stored }: StoredKey,
  used: ClientCredentials | undefined,
): string | undefined {
  if (isSameClient(stored, used)) return undefined;
  const { clientId = l10n.t("a client id"), tokenUrl = "" } = used ?? {};
  return used
    ? l10n.t`The profile of ${name} names ${clientId} at ${readUrlHost(tokenUrl)}, which the stored key is not for. Sign in with its client secret.`
    : l10n.t`The stored key of ${name} is a client secret, and its profile names no token address. Sign in again.`;
}

/** Why the service rejects a key that it accepted before. */
export function formatRejectedKey({ name, baseUrl }: Connection, error: unknown): string {
  if (readFailedTokenRequest(error)) return `${name}: ${readErrorMessage(error)}`;
  return l10n.t`${name} (${readUrlHost(baseUrl)}) refused the key: it may have been deleted, or it has expired.`;
}

/** The OAuth client credentials that a service is called with. */
export function readClientCredentials(profile: Pick<ConnectionProfile, "read">): ClientCredentials | undefined {
  return profile.read().credential?.clientCredentials;
}

/** Makes the profile say what a key was stored for, when another window stored it. */
export function setClientCredentials(profile: ConnectionProfile, { clientCredentials }: StoredKey): void {
  const { credential, ...known } = profile.read();
  const { clientCredentials: _, ...way } = credential ?? { header: "Authorization", scheme: "Bearer" };
  if (clientCredentials) profile.replace({ ...known, credential: { ...way, clientCredentials } });
  else profile.replace(known);
}
