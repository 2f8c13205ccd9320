import type { Client } from "../api/client.ts";
import type { Me } from "../contract/identity.ts";
import { type Connection, localConnectionId } from "./connection.ts";
import { type ConnectionList, createConnectionList } from "./connectionList.ts";
import { createEmitter } from "./emitter.ts";
import { createKeyring, type Keyring } from "./keyring.ts";
import type { LocalService } from "./localService.ts";
import { openConnection, refusal } from "./openConnection.ts";
import type { Disposable, Memory, Secrets } from "./ports.ts";
import type { Session } from "./session.ts";
import { watchedClient } from "./watchedClient.ts";

export interface ConnectionsParts {
  readonly memory: Memory;
  readonly secrets: Secrets;
  readonly local: LocalService;
  readonly openClient: (baseUrl: string, key: () => Promise<string | undefined>) => Promise<Client>;
  readonly newId: () => string;
}

export interface Credentials {
  readonly baseUrl: string;
  readonly key: string;
}

/** The services the user has, and this window's session with one of them. */
export class Connections {
  readonly #parts: ConnectionsParts;
  readonly #list: ConnectionList;
  readonly #keyring: Keyring;
  readonly #changes = createEmitter<Session>();
  readonly #subscriptions: readonly Disposable[];
  #session: Session;
  #attempt: Promise<Session> | undefined;
  /** The key the session was opened with. */
  #key: string | undefined;

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
    this.#list = createConnectionList(parts.memory);
    this.#keyring = createKeyring(parts.secrets);
    this.#session = this.#resting();
    this.#subscriptions = [
      this.#keyring.onDidChange((id) => void this.#keyChanged(id)),
      parts.local.onDidRestart(() => this.#localRestarted()),
    ];
  }

  all(): readonly Connection[] {
    return this.#list.all();
  }

  active(): Connection | undefined {
    return this.#session.kind === "none" ? this.#list.active() : this.#session.connection;
  }

  session(): Session {
    return this.#session;
  }

  onDidChange(listener: (session: Session) => void): Disposable {
    return this.#changes.on(listener);
  }

  /** Connects where that needs no question, and answers how it stands then. Asked again, it shares an attempt under way. */
  connect(): Promise<Session> {
    const { kind } = this.#session;
    if (kind === "connected" || kind === "signedOut") return Promise.resolve(this.#session);
    this.#attempt ??= this.#establish().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  }

  /**
   * The client of the active connection; asks nothing and starts no service. What failed is not tried again: who asks here
   * may ask because it failed, and would be told of that failure too.
   */
  async quiet(): Promise<Client | undefined> {
    if (this.#session.kind === "connected") return this.#session.client;
    if (this.#session.kind === "failed") return undefined;
    const connection = this.active();
    if (!connection) return undefined;
    if (connection.kind === "local" && !(await this.#parts.local.find())) return undefined;
    const session = await this.connect();
    return session.kind === "connected" ? session.client : undefined;
  }

  /** The key as an OAuth client (RFC 6749 client credentials), for the service's own token endpoint. */
  async runtimeCredentials(): Promise<{ readonly clientId: string; readonly clientSecret: string } | undefined> {
    if (this.#session.kind !== "connected" || this.#key === undefined) return undefined;
    return { clientId: this.#session.me.key.id, clientSecret: this.#key };
  }

  /** Who the key belongs to. Nothing is stored. */
  async verify({ baseUrl, key }: Credentials, signal?: AbortSignal): Promise<Me> {
    const client = await this.#parts.openClient(baseUrl, async () => key);
    try {
      return await client.call("me.get", {}, signal ? { signal } : {});
    } finally {
      await client.close();
    }
  }

  /** Keeps a connection whose key was verified, and uses it. */
  async add({ baseUrl, key }: Credentials, name: string): Promise<Session> {
    const connection: Connection = { id: this.#parts.newId(), name, baseUrl, kind: "remote" };
    await this.#list.put(connection);
    await this.#keyring.write(connection, key);
    return this.use(connection.id);
  }

  async use(id: string): Promise<Session> {
    await this.#list.activate(id);
    this.#rest();
    return this.connect();
  }

  /** The service of this machine; the first time it makes the connection. */
  async useLocal(): Promise<Session> {
    const isKnown = this.all().some(({ id }) => id === localConnectionId);
    if (!isKnown) {
      await this.#list.put({
        id: localConnectionId,
        name: "Local service",
        baseUrl: "http://127.0.0.1",
        kind: "local",
      });
    }
    return this.use(localConnectionId);
  }

  /** A new key, verified before, for a connection that lost its own. */
  async signIn(connection: Connection, key: string): Promise<Session> {
    await this.#keyring.write(connection, key);
    return this.use(connection.id);
  }

  /** The key is gone, here and in all windows. The local service would hand out another, so it is no longer used either. */
  async signOut(connection: Connection): Promise<void> {
    if (connection.kind === "local") await this.#list.remove(connection.id);
    await this.#keyring.delete(connection.id);
    if (this.active()?.id !== connection.id) return;
    if (connection.kind === "local") this.#rest();
    else this.#become({ kind: "signedOut", connection, reason: `You signed out of ${connection.name}.` });
  }

  async remove(connection: Connection): Promise<void> {
    const wasActive = this.active()?.id === connection.id;
    await this.#list.remove(connection.id);
    await this.#keyring.delete(connection.id);
    if (wasActive) this.#rest();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    if (this.#session.kind === "connected") void this.#session.client.close();
    this.#parts.local.release();
  }

  async #establish(): Promise<Session> {
    const connection = this.#list.active();
    if (!connection) return this.#become({ kind: "none" });
    const attempt = this.#become({ kind: "connecting", connection });
    const failed = (error: unknown): Session => ({ kind: "failed", connection, error });
    const outcome = await this.#open(connection).catch(failed);
    if (this.#session === attempt) return this.#become(outcome);
    // The user went elsewhere meanwhile.
    if (outcome.kind === "connected") void outcome.client.close();
    return this.#session.kind === "idle" ? this.#establish() : this.#session;
  }

  async #open(connection: Connection): Promise<Session> {
    const { local, openClient } = this.#parts;
    const opened = await openConnection({ list: this.#list, keyring: this.#keyring, local, openClient }, connection);
    if (opened.kind === "signedOut") return opened;
    const { key, me, connection: used } = opened;
    this.#key = key;
    return { kind: "connected", connection: used, me, client: watchedClient(opened.client, () => this.#refused(used)) };
  }

  #refused(connection: Connection): void {
    if (this.#session.kind !== "connected" || this.#session.connection !== connection) return;
    if (connection.kind === "remote") this.#become(signedOut(connection, refusal(connection)));
    else this.#reconnect();
  }

  async #keyChanged(id: string): Promise<void> {
    const session = this.#session;
    if (session.kind === "none" || session.connection.id !== id) return;
    const key = await this.#keyring.read(session.connection);
    if (session !== this.#session) return;
    if (key === undefined && session.kind === "connected") {
      const { connection } = session;
      this.#become(signedOut(connection, `You signed out of ${connection.name} in another window.`));
    } else if (
      key !== undefined &&
      (session.kind === "signedOut" || (session.kind === "connected" && key !== this.#key))
    ) {
      this.#reconnect();
    }
  }

  #localRestarted(): void {
    if (this.#session.kind === "connected" && this.#session.connection.kind === "local") this.#reconnect();
  }

  #reconnect(): void {
    this.#rest();
    void this.connect();
  }

  /** Lets go of what there is; the next one who asks connects. */
  #rest(): void {
    const next = this.#resting();
    if (next.kind === "none" || next.connection.kind !== "local") this.#parts.local.release();
    this.#become(next);
  }

  #resting(): Session {
    const connection = this.#list.active();
    return connection ? { kind: "idle", connection } : { kind: "none" };
  }

  #become(next: Session): Session {
    const before = this.#session;
    if (before.kind === "none" && next.kind === "none") return before;
    this.#session = next;
    if (before.kind === "connected") void before.client.close();
    this.#changes.emit(next);
    return next;
  }
}

function signedOut(connection: Connection, reason: string): Session {
  return { kind: "signedOut", connection, reason };
}
