import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { SendRequest } from "../../../client/sendRequest.ts";
import type { Me } from "../../../contract/identity.ts";
import { createEmitter } from "../../base/emitter.ts";
import type { Disposable, Logger, Memory, Secrets } from "../../base/ports.ts";
import type { ConfirmChange } from "./confirmChange.ts";
import { type Connection, localConnection, localConnectionId } from "./connection.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";
import { type ConnectionProfiles, createConnectionProfiles } from "./connectionProfiles.ts";
import type { ConnectionSession } from "./connectionSession.ts";
import type { ContactChoices } from "./contactChoices.ts";
import type { ConnectionCredentials, VerifiedKey } from "./keyring.ts";
import { LiveSession, type Unreachability } from "./liveSession.ts";
import type { LocalEndpoint, LocalService, LocalServiceUse } from "./localService.ts";
import { type OpenClient, readClientCredentials, verifyCredentials } from "./openConnection.ts";
import {
  createSavedConnections,
  createUndoableSignOut,
  type SavedConnections,
  type SignOut,
} from "./savedConnections.ts";
import {
  createOwnOrganization,
  type NamedOrganization,
  readSelectedOrganization,
  type SelectedOrganization,
  writeSelectedOrganization,
} from "./selectedOrganization.ts";
import { revokeStoredKey } from "./signIn/signInService.ts";

export interface ConnectionsOptions {
  readonly memory: Memory;
  readonly secrets: Secrets;
  readonly local: LocalService;
  readonly openClient: OpenClient;
  readonly sendRequest: SendRequest;
  readonly newId: () => string;
  /** By default every change is sent. */
  readonly confirmChange?: ConfirmChange;
  readonly log?: Pick<Logger, "warning">;
}

/** The user's connections, and this window's session with the active one. */
export class Connections {
  readonly #parts: ConnectionsOptions;
  readonly #saved: SavedConnections;
  readonly #live: LiveSession;
  readonly #profiles: ConnectionProfiles;
  readonly #own = createOwnOrganization();
  readonly #listChanges = createEmitter<void>();
  /** The profile of the service that was verified last; saving its connection adopts it. */
  #verified:
    | { readonly baseUrl: string; readonly draft: ConnectionProfile; readonly choices: ContactChoices }
    | undefined;

  constructor(parts: ConnectionsOptions) {
    this.#parts = parts;
    this.#saved = createSavedConnections(parts.memory, parts.secrets);
    this.#profiles = createConnectionProfiles(parts.memory, parts.log ? { log: parts.log } : {});
    this.#live = new LiveSession({ ...parts, saved: this.#saved, profiles: this.#profiles });
    this.#saved.onDidChange(() => {
      this.#profiles.retain(this.#saved.list.all());
      this.#listChanges.emit();
    });
    // An unreadable store fails again, with a message, when a key is read from it.
    this.ready().catch(() => {});
  }

  /** Resolves when the changes of other windows are read. */
  ready(): Promise<void> {
    return this.#saved.ready();
  }

  all(): readonly Connection[] {
    return this.#saved.list.all();
  }

  active(): Connection | undefined {
    const session = this.session();
    return session.kind === "none" ? this.#saved.list.active() : session.connection;
  }

  /** Whether this machine has a key of the connection. */
  hasKey({ id }: Connection): boolean {
    return this.#saved.hasKey(id);
  }

  /** Fires when connections, their keys or their profiles change, in any window. */
  onDidChangeList(listener: () => void): Disposable {
    return this.#listChanges.on(listener);
  }

  session(): ConnectionSession {
    return this.#live.current;
  }

  onDidChange(listener: (session: ConnectionSession) => void): Disposable {
    return this.#live.onDidChange(listener);
  }

  /** Why and since when the service of the session does not respond; undefined while it does. */
  unreachability(): Unreachability | undefined {
    return this.#live.unreachability;
  }

  onDidChangeReachability(listener: () => void): Disposable {
    return this.#live.onDidChangeReachability(listener);
  }

  /** Connects without prompting and returns the session. Calls share an attempt in progress. */
  connect(): Promise<ConnectionSession> {
    return this.#live.connect();
  }

  /**
   * The client of the active connection; does not prompt and starts no service. Does not retry a failed connection,
   * because the caller may run because of that failure and would report it again.
   */
  async quiet(): Promise<ServiceClient | undefined> {
    const { current } = this.#live;
    if (current.kind === "connected") return current.client;
    if (current.kind === "failed") return undefined;
    const connection = this.active();
    if (!connection) return undefined;
    if (connection.kind === "local" && !(await this.#parts.local.find())) return undefined;
    const session = await this.connect();
    return session.kind === "connected" ? session.client : undefined;
  }

  /**
   * The key as OAuth client credentials (RFC 6749) for the service's own token endpoint; undefined when the service
   * does not report the key's id.
   */
  async runtimeCredentials(): Promise<{ readonly clientId: string; readonly clientSecret: string } | undefined> {
    const { current } = this.#live;
    const clientSecret = this.#live.key();
    const clientId = current.kind === "connected" ? current.me.key?.id : undefined;
    if (clientId === undefined || clientSecret === undefined) return undefined;
    return { clientId, clientSecret };
  }

  /** The key or client secret in use: to keep it out of texts. */
  readSecretTexts(): readonly string[] {
    const text = this.#live.keyText();
    return text === undefined ? [] : [text];
  }

  profile(connection: Connection): ConnectionProfile {
    return this.#profiles.of(connection);
  }

  /**
   * Reads the user of a key. Stores nothing: saving the connection, or its key, stores what was learned of the dialect
   * and what the user chose.
   */
  async verify(
    credentials: ConnectionCredentials,
    signal?: AbortSignal,
    of?: Connection,
    choices: ContactChoices = {},
  ): Promise<Me> {
    const draft = this.#profiles.draft(of, choices);
    const me = await verifyCredentials(this.#parts.openClient, credentials, draft, signal);
    this.#verified = { baseUrl: credentials.baseUrl, draft, choices };
    return me;
  }

  /** Saves a connection with a verified key and activates it. */
  async add({ baseUrl, ...key }: ConnectionCredentials, name: string): Promise<ConnectionSession> {
    const connection: Connection = { id: this.#parts.newId(), name, baseUrl, kind: "remote" };
    await this.#saved.list.save(connection);
    return this.signIn(connection, key);
  }

  async use(id: string): Promise<ConnectionSession> {
    await this.#saved.list.activate(id);
    this.#live.reset();
    return this.connect();
  }

  /** Activates the local service's connection; creates it the first time. */
  async useLocal(): Promise<ConnectionSession> {
    const isKnown = this.all().some(({ id }) => id === localConnectionId);
    if (!isKnown) await this.#saved.list.save(localConnection);
    return this.use(localConnectionId);
  }

  /** What keeps the local service running; undefined while another connection is active, or if it is not known. */
  async readLocalUse(): Promise<LocalServiceUse | undefined> {
    return this.active()?.kind === "local" ? this.#parts.local.readUse() : undefined;
  }

  /** The local service keeps running until this window closes, whatever connection is active. */
  retainLocal(): void {
    this.#live.retainLocal();
  }

  /** Replaces the connection's key with a verified one and activates it. */
  async signIn(connection: Connection, key: VerifiedKey): Promise<ConnectionSession> {
    const { baseUrl, draft, choices } = this.#verified ?? {};
    if (draft && baseUrl === connection.baseUrl) this.#profiles.adopt(connection, draft, choices);
    this.#verified = undefined;
    const clientCredentials = readClientCredentials(this.#profiles.of(connection));
    await this.#saved.keyring.write(connection, { ...key, clientCredentials });
    return this.use(connection.id);
  }

  /** The control API of the local service; undefined while another connection is in use. */
  async localEndpoint(): Promise<LocalEndpoint | undefined> {
    const { current } = this.#live;
    if (current.kind !== "connected" || current.connection.kind !== "local") return undefined;
    return this.#parts.local.find();
  }

  /**
   * Deletes the key in all windows, at the service too if a sign-in issued it. Also deactivates the local connection,
   * because the local service would issue another key.
   */
  async signOut(connection: Connection): Promise<SignOut> {
    if (connection.kind === "local") {
      await this.remove(connection);
      return { kind: "undoable", undo: async () => void (await this.useLocal()), forget: () => {} };
    }
    const isActive = this.active()?.id === connection.id;
    // A key that cannot be read is deleted all the same.
    const stored = await this.#saved.keyring.read(connection).catch(() => undefined);
    if (isActive) this.#live.signOut(connection, l10n.t`You signed out of ${connection.name}.`);
    await this.#saved.keyring.delete(connection.id);
    const revoked = await revokeStoredKey(this.#parts, connection, stored);
    const reconnect = async () => isActive && this.use(connection.id);
    return revoked ?? createUndoableSignOut(this.#saved, connection, stored, reconnect);
  }

  async remove(connection: Connection): Promise<void> {
    const stored = await this.#saved.keyring.read(connection).catch(() => undefined);
    await this.#saved.list.remove(connection.id);
    await this.#saved.keyring.delete(connection.id);
    await this.#profiles.clear(connection.id);
    await revokeStoredKey(this.#parts, connection, stored);
  }

  /** The scope of stored state: the connection, and the organization if it is not the key's own. */
  scope(): string | undefined {
    const id = this.active()?.id;
    const organization = id === undefined ? undefined : readSelectedOrganization(this.#parts.memory, id);
    return organization ? `${id}:${organization.id}` : id;
  }

  /** The active organization, with its name if that is known. */
  organization(): NamedOrganization | undefined {
    const { current } = this.#live;
    if (current.kind !== "connected") return undefined;
    return readSelectedOrganization(this.#parts.memory, current.connection.id) ?? this.#own.read(current);
  }

  /** Reads the name of the key's own organization. */
  async nameOrganization(): Promise<void> {
    if (this.organization() === undefined && (await this.#own.fetchName(this.session()))) this.#listChanges.emit();
  }

  /** Sends all requests to this organization from now on; stored for this workspace. */
  async useOrganization({ id, name }: SelectedOrganization): Promise<ConnectionSession> {
    const { current } = this.#live;
    if (current.kind !== "connected") return current;
    const isOwn = id === current.me.organizationId;
    await writeSelectedOrganization(this.#parts.memory, current.connection.id, isOwn ? undefined : { id, name });
    this.#live.reset();
    return this.connect();
  }

  dispose(): void {
    this.#saved.dispose();
    this.#live.dispose();
    void this.#profiles.flush();
  }
}
