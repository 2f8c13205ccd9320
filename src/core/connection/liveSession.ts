import { createEmitter } from "../foundation/emitter.ts";
import type { Disposable, Memory } from "../foundation/ports.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionProfiles } from "./connectionProfiles.ts";
import type { ConnectionSession } from "./connectionSession.ts";
import type { KeyHandle } from "./keyHandle.ts";
import type { LocalService } from "./localService.ts";
import { formatRejectedKey, type OpenClient, openConnection } from "./openConnection.ts";
import type { SavedConnections } from "./savedConnections.ts";

export interface LiveSessionOptions {
  readonly saved: SavedConnections;
  readonly memory: Memory;
  readonly local: LocalService;
  readonly openClient: OpenClient;
  readonly profiles: ConnectionProfiles;
}

/** What became of connecting, with the key that it was done with. */
interface Attempt {
  readonly outcome: ConnectionSession;
  readonly held?: KeyHandle;
}

/** This window's session with the active connection: it follows the key, whichever window changes it. */
export class LiveSession {
  readonly #parts: LiveSessionOptions;
  readonly #changes = createEmitter<ConnectionSession>();
  readonly #subscriptions: readonly Disposable[];
  #session: ConnectionSession;
  #attempt: Promise<ConnectionSession> | undefined;
  /** The key the session was opened with; forgotten as soon as it ends. */
  #held: KeyHandle | undefined;

  constructor(parts: LiveSessionOptions) {
    this.#parts = parts;
    this.#session = this.#resting();
    this.#subscriptions = [
      parts.saved.onDidChange(() => this.#savedChanged()),
      parts.saved.keyring.onDidChange((id) => void this.#followKey(id)),
      parts.local.onDidRestart(() => this.#localRestarted()),
    ];
  }

  get current(): ConnectionSession {
    return this.#session;
  }

  /** Undefined as soon as there is no session. */
  key(): string | undefined {
    return this.#held?.read();
  }

  onDidChange(listener: (session: ConnectionSession) => void): Disposable {
    return this.#changes.on(listener);
  }

  /** Connects where that needs no question. Asked again, it shares an attempt under way. */
  connect(): Promise<ConnectionSession> {
    const { kind } = this.#session;
    if (kind === "connected" || kind === "signedOut") return Promise.resolve(this.#session);
    this.#attempt ??= this.#establish().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  }

  /** Lets go of what there is; the next one who asks connects. */
  rest(): void {
    const next = this.#resting();
    if (next.kind === "none" || next.connection.kind !== "local") this.#parts.local.release();
    this.#become(next);
  }

  /** There is no key any more. */
  signOut(connection: Connection, reason: string): void {
    this.#become({ kind: "signedOut", connection, reason });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    if (this.#session.kind === "connected") void this.#session.client.close();
    this.#held?.forget();
    this.#parts.local.release();
  }

  async #establish(): Promise<ConnectionSession> {
    const { list } = this.#parts.saved;
    // Where the list cannot be read the key cannot either, and that says why.
    await list.ready().catch(() => {});
    const connection = list.active();
    if (!connection) return this.#become({ kind: "none" });
    const attempt = this.#become({ kind: "connecting", connection });
    const failed = (error: unknown): Attempt => ({ outcome: { kind: "failed", connection, error } });
    const { outcome, held } = await this.#open(connection).catch(failed);
    if (this.#session === attempt) {
      this.#held = held;
      this.#become(outcome);
      // It may have changed after it was read, when it was not yet known to be in use.
      void this.#followKey(connection.id);
      return outcome;
    }
    // The user went elsewhere meanwhile.
    held?.forget();
    if (outcome.kind === "connected") void outcome.client.close();
    return this.#session.kind === "idle" ? this.#establish() : this.#session;
  }

  async #open(connection: Connection): Promise<Attempt> {
    const { saved, memory, local, openClient, profiles } = this.#parts;
    const onUnauthorized = (used: Connection) => this.#keyRefused(used);
    const parts = { ...saved, memory, local, openClient, profiles, onUnauthorized };
    const opened = await openConnection(parts, connection);
    if (opened.kind === "signedOut") return { outcome: opened };
    const { held, me, keeper, client, connection: used } = opened;
    return { outcome: { kind: "connected", connection: used, me, client, keeper }, held };
  }

  #keyRefused(connection: Connection): void {
    if (this.#session.kind !== "connected" || this.#session.connection !== connection) return;
    if (connection.kind === "remote") this.signOut(connection, formatRejectedKey(connection));
    else this.#reconnect();
  }

  #savedChanged(): void {
    const session = this.#session;
    const isThere =
      session.kind === "none" || this.#parts.saved.list.all().some(({ id }) => id === session.connection.id);
    if (!isThere) this.rest();
  }

  /** Never fails: who needs a key that cannot be read asks for it, and is told why. */
  async #followKey(id: string): Promise<void> {
    const { list, keyring } = this.#parts.saved;
    const connection = list.all().find((one) => one.id === id);
    const found = connection && (await keyring.read(connection).catch(() => unreadable));
    const session = this.#session;
    if (found === unreadable || session.kind === "none" || session.connection.id !== id) return;
    if (found === undefined && (session.kind === "connected" || session.kind === "failed")) {
      this.signOut(session.connection, `You signed out of ${session.connection.name} in another window.`);
    }
    const isOther = session.kind === "connected" && found !== this.key();
    if (found !== undefined && (session.kind === "signedOut" || isOther)) this.#reconnect();
  }

  #localRestarted(): void {
    if (this.#session.kind === "connected" && this.#session.connection.kind === "local") this.#reconnect();
  }

  #reconnect(): void {
    this.rest();
    void this.connect();
  }

  #resting(): ConnectionSession {
    const connection = this.#parts.saved.list.active();
    return connection ? { kind: "idle", connection } : { kind: "none" };
  }

  #become(next: ConnectionSession): ConnectionSession {
    const before = this.#session;
    if (before.kind === "none" && next.kind === "none") return before;
    this.#session = next;
    if (before.kind === "connected") void before.client.close();
    if (next.kind !== "connected") this.#held?.forget();
    this.#changes.emit(next);
    return next;
  }
}

const unreadable = Symbol("unreadable");
