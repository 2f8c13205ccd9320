import type { ServiceClient } from "../../client/client.ts";
import type { Me } from "../../contract/identity.ts";
import { createEmitter } from "../foundation/emitter.ts";
import type { Disposable, Logger, Memory, Secrets } from "../foundation/ports.ts";
import { type Connection, localConnectionId } from "./connection.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";
import { type ConnectionProfiles, createConnectionProfiles } from "./connectionProfiles.ts";
import type { ConnectionSession } from "./connectionSession.ts";
import { LiveSession } from "./liveSession.ts";
import type { LocalService } from "./localService.ts";
import type { OpenClient } from "./openConnection.ts";
import { createOwnOrganization, type NamedOrganization } from "./ownOrganization.ts";
import { readMe } from "./readMe.ts";
import { createSavedConnections, type SavedConnections } from "./savedConnections.ts";
import {
  readSelectedOrganization,
  type SelectedOrganization,
  writeSelectedOrganization,
} from "./selectedOrganization.ts";

export interface ConnectionsOptions {
  readonly memory: Memory;
  readonly secrets: Secrets;
  readonly local: LocalService;
  readonly openClient: OpenClient;
  readonly newId: () => string;
  readonly log?: Pick<Logger, "warning">;
}

export interface ConnectionCredentials {
  readonly baseUrl: string;
  readonly key: string;
}

/** The services the user has, and this window's session with one of them. */
export class Connections {
  readonly #parts: ConnectionsOptions;
  readonly #saved: SavedConnections;
  readonly #live: LiveSession;
  readonly #profiles: ConnectionProfiles;
  readonly #own = createOwnOrganization();
  readonly #listChanges = createEmitter<void>();
  /** What was learned of the service that was verified last: kept where its connection is. */
  #verified: { readonly baseUrl: string; readonly draft: ConnectionProfile } | undefined;

  constructor(parts: ConnectionsOptions) {
    this.#parts = parts;
    this.#saved = createSavedConnections(parts.memory, parts.secrets);
    this.#profiles = createConnectionProfiles(parts.memory, parts.log ? { log: parts.log } : {});
    this.#live = new LiveSession({ ...parts, saved: this.#saved, profiles: this.#profiles });
    this.#saved.onDidChange(() => {
      this.#profiles.retain(this.#saved.list.all());
      this.#listChanges.emit();
    });
    // A store that cannot be read says so to whoever asks it for a key.
    this.ready().catch(() => {});
  }

  /** Resolves when what other windows added, removed and signed out of is known. */
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

  /** Whether there is a key of it on this machine. */
  hasKey({ id }: Connection): boolean {
    return this.#saved.hasKey(id);
  }

  /** Connections, whether they have a key, or what is known of them changed, here or in another window. */
  onDidChangeList(listener: () => void): Disposable {
    return this.#listChanges.on(listener);
  }

  session(): ConnectionSession {
    return this.#live.current;
  }

  onDidChange(listener: (session: ConnectionSession) => void): Disposable {
    return this.#live.onDidChange(listener);
  }

  /** Connects where that needs no question, and answers how it stands then. Asked again, it shares an attempt under way. */
  connect(): Promise<ConnectionSession> {
    return this.#live.connect();
  }

  /**
   * The client of the active connection; asks nothing and starts no service. What failed is not tried again: who asks here
   * may ask because it failed, and would be told of that failure too.
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

  /** The key as an OAuth client (RFC 6749 client credentials), for the service's own token endpoint; not every service says which key it is. */
  async runtimeCredentials(): Promise<{ readonly clientId: string; readonly clientSecret: string } | undefined> {
    const { current } = this.#live;
    const clientSecret = this.#live.key();
    const clientId = current.kind === "connected" ? current.me.key?.id : undefined;
    if (clientId === undefined || clientSecret === undefined) return undefined;
    return { clientId, clientSecret };
  }

  /** What is known of how a connection's service speaks. */
  profile(connection: Connection): ConnectionProfile {
    return this.#profiles.of(connection);
  }

  /** Who the key belongs to. Nothing is stored; what is learned of a connection's service, or of a new one, is kept with it. */
  async verify({ baseUrl, key }: ConnectionCredentials, signal?: AbortSignal, of?: Connection): Promise<Me> {
    const draft = this.#profiles.draft(of);
    const client = await this.#parts.openClient({ baseUrl, key: async () => key, profileStore: draft });
    try {
      const me = await readMe(client, draft, signal);
      this.#verified = { baseUrl, draft };
      return me;
    } finally {
      await client.close();
    }
  }

  /** Keeps a connection whose key was verified, and uses it. */
  async add({ baseUrl, key }: ConnectionCredentials, name: string): Promise<ConnectionSession> {
    const connection: Connection = { id: this.#parts.newId(), name, baseUrl, kind: "remote" };
    await this.#saved.list.put(connection);
    await this.#saved.keyring.write(connection, key);
    this.#adopt(connection);
    return this.use(connection.id);
  }

  #adopt(connection: Connection): void {
    if (this.#verified?.baseUrl === connection.baseUrl) this.#profiles.adopt(connection, this.#verified.draft);
    this.#verified = undefined;
  }

  async use(id: string): Promise<ConnectionSession> {
    await this.#saved.list.activate(id);
    this.#live.rest();
    return this.connect();
  }

  /** The service of this machine; the first time it makes the connection. */
  async useLocal(): Promise<ConnectionSession> {
    const isKnown = this.all().some(({ id }) => id === localConnectionId);
    if (!isKnown) {
      await this.#saved.list.put({
        id: localConnectionId,
        name: "Local service",
        baseUrl: "http://127.0.0.1",
        kind: "local",
      });
    }
    return this.use(localConnectionId);
  }

  /** A new key, verified before, in place of the one that the connection has or lost. */
  async signIn(connection: Connection, key: string): Promise<ConnectionSession> {
    this.#adopt(connection);
    await this.#saved.keyring.write(connection, key);
    return this.use(connection.id);
  }

  /** The key is gone, here and in all windows. The local service would hand out another, so it is no longer used either. */
  async signOut(connection: Connection): Promise<void> {
    if (connection.kind === "local") return this.remove(connection);
    const isActive = this.active()?.id === connection.id;
    if (isActive) this.#live.signOut(connection, `You signed out of ${connection.name}.`);
    await this.#saved.keyring.delete(connection.id);
  }

  async remove({ id }: Connection): Promise<void> {
    await this.#saved.list.remove(id);
    await this.#saved.keyring.delete(id);
    await this.#profiles.forget(id);
  }

  /** What is remembered belongs to it: the connection, and the organization where that is not the key's own. */
  scope(): string | undefined {
    const id = this.active()?.id;
    const organization = id === undefined ? undefined : readSelectedOrganization(this.#parts.memory, id);
    return organization ? `${id}:${organization.id}` : id;
  }

  /** Whom everything is asked of, as far as the name is known. */
  organization(): NamedOrganization | undefined {
    const { current } = this.#live;
    if (current.kind !== "connected") return undefined;
    return readSelectedOrganization(this.#parts.memory, current.connection.id) ?? this.#own.read(current);
  }

  /** Finds out what the key's own organization is called. */
  async nameOrganization(): Promise<void> {
    if (this.organization() === undefined && (await this.#own.ask(this.session()))) this.#listChanges.emit();
  }

  /** From now on everything is asked of it; remembered for this workspace. */
  async useOrganization({ id, name }: SelectedOrganization): Promise<ConnectionSession> {
    const { current } = this.#live;
    if (current.kind !== "connected") return current;
    const isOwn = id === current.me.organizationId;
    await writeSelectedOrganization(this.#parts.memory, current.connection.id, isOwn ? undefined : { id, name });
    this.#live.rest();
    return this.connect();
  }

  dispose(): void {
    this.#saved.dispose();
    this.#live.dispose();
    void this.#profiles.flush();
  }
}
