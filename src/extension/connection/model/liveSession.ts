import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { createEmitter } from "../../base/emitter.ts";
import { hasErrorName } from "../../base/failure.ts";
import type { Disposable, Memory } from "../../base/ports.ts";
import type { ConfirmChange } from "./confirmChange.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionProfiles } from "./connectionProfiles.ts";
import type { ConnectionSession } from "./connectionSession.ts";
import { isSameClient, type KeyHandle } from "./keyring.ts";
import type { LocalService } from "./localService.ts";
import {
  formatRejectedKey,
  type OpenClient,
  openConnection,
  readClientCredentials,
  setClientCredentials,
} from "./openConnection.ts";
import type { SavedConnections } from "./savedConnections.ts";

export interface LiveSessionOptions {
  readonly saved: SavedConnections;
  readonly memory: Memory;
  readonly local: LocalService;
  readonly openClient: OpenClient;
  readonly profiles: ConnectionProfiles;
  readonly confirmChange?: ConfirmChange | undefined;
}

/** The result of connecting, and the key it used. */
interface Attempt {
  readonly outcome: ConnectionSession;
  readonly keyHandle?: KeyHandle;
}

/** The service of the session does not respond. */
export interface Unreachability {
  /** In milliseconds since 1970. */
  readonly since: number;
  readonly error: unknown;
}

/** The status bar shows soon that a service is gone. */
const confirmMs = 2_000;

/** This window's session with the active connection; it follows the key across windows. */
export class LiveSession {
  readonly #parts: LiveSessionOptions;
  readonly #changes = createEmitter<ConnectionSession>();
  readonly #subscriptions: readonly Disposable[];
  #session: ConnectionSession;
  #attempt: { readonly result: Promise<ConnectionSession>; readonly abort: AbortController } | undefined;
  readonly #reachabilityChanges = createEmitter<void>();
  #unreachability: Unreachability | undefined;
  #isConfirming = false;
  #isLocalRetained = false;
  /** The key of the session; cleared when the session ends. */
  #keyHandle: KeyHandle | undefined;
  /** Whether the key changed while the session connected, so that the session may not have used the new one. */
  #isKeyChanged = false;

  constructor(parts: LiveSessionOptions) {
    this.#parts = parts;
    this.#session = this.#resting();
    this.#subscriptions = [
      parts.saved.onDidChange(() => this.#savedChanged()),
      parts.saved.keyring.onDidChange((id) => this.#keyChanged(id)),
      parts.local.onDidRestart((url) => this.#localRestarted(url)),
    ];
  }

  get current(): ConnectionSession {
    return this.#session;
  }

  /** The key that is sent to the service; undefined when there is no session, or requests carry an access token. */
  key(): string | undefined {
    return this.#keyHandle?.read();
  }

  /** The key or the client secret of the session. */
  keyText(): string | undefined {
    return this.#keyHandle?.readText();
  }

  onDidChange(listener: (session: ConnectionSession) => void): Disposable {
    return this.#changes.on(listener);
  }

  /** Connects without prompting. Calls share an attempt in progress. */
  connect(): Promise<ConnectionSession> {
    const { kind } = this.#session;
    if (kind === "connected" || kind === "signedOut") return Promise.resolve(this.#session);
    if (this.#attempt) return this.#attempt.result;
    const abort = new AbortController();
    const result = this.#establish(abort.signal).finally(() => {
      if (this.#attempt === attempt) this.#attempt = undefined;
    });
    const attempt = { result, abort };
    this.#attempt = attempt;
    return result;
  }

  /** Undefined while the service responds, and without a session. */
  get unreachability(): Unreachability | undefined {
    return this.#unreachability;
  }

  onDidChangeReachability(listener: () => void): Disposable {
    return this.#reachabilityChanges.on(listener);
  }

  /** Ends the session; the next call connects again, without waiting for an attempt in progress. */
  reset(): void {
    this.#attempt?.abort.abort();
    this.#attempt = undefined;
    const next = this.#resting();
    if (next.kind !== "none" && next.connection.kind === "local") this.#isLocalRetained = false;
    else if (!this.#isLocalRetained) this.#parts.local.release();
    this.#become(next);
  }

  /** The local service keeps running for this window also while another connection is active. */
  retainLocal(): void {
    this.#isLocalRetained = true;
  }

  /** The key was deleted. */
  signOut(connection: Connection, reason: string): void {
    this.#become({ kind: "signedOut", connection, reason });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    if (this.#session.kind === "connected") void this.#session.client.close();
    this.#keyHandle?.clear();
    this.#parts.local.release();
  }

  async #establish(signal: AbortSignal): Promise<ConnectionSession> {
    const { list } = this.#parts.saved;
    // If the list cannot be read, reading the key fails too and reports why.
    await list.ready().catch(() => {});
    const connection = list.active();
    if (!connection) return this.#become({ kind: "none" });
    const attempt = this.#become({ kind: "connecting", connection });
    this.#isKeyChanged = false;
    const failed = (error: unknown): Attempt => ({ outcome: { kind: "failed", connection, error } });
    const { outcome, keyHandle } = await this.#open(connection, signal).catch(failed);
    if (this.#session === attempt) {
      this.#keyHandle = keyHandle;
      this.#become(outcome);
      if (this.#isKeyChanged) void this.#followKey(connection.id);
      return outcome;
    }
    // The user activated another connection meanwhile.
    keyHandle?.clear();
    if (outcome.kind === "connected") void outcome.client.close();
    return this.connect();
  }

  async #open(connection: Connection, signal: AbortSignal): Promise<Attempt> {
    const { saved, memory, local, openClient, profiles, confirmChange } = this.#parts;
    const onUnauthorized = (used: Connection, error: unknown) => this.#keyRefused(used, error);
    const onReachability = (used: Connection, error: unknown) => this.#onReachability(used, error);
    const callbacks = { confirmChange, onUnauthorized, onReachability };
    const parts = { ...saved, ...callbacks, memory, local, openClient, profiles, signal };
    const opened = await openConnection(parts, connection);
    if (opened.kind === "signedOut") return { outcome: opened };
    const { keyHandle, me, profileStore, client, connection: used } = opened;
    return { outcome: { kind: "connected", connection: used, me, client, profileStore }, keyHandle };
  }

  #keyRefused(connection: Connection, error: unknown): void {
    if (this.#session.kind !== "connected" || this.#session.connection !== connection) return;
    if (connection.kind === "remote") this.signOut(connection, formatRejectedKey(connection, error));
    else this.#reconnect();
  }

  /** One lost response does not prove that the service is gone, so that a second request confirms it. */
  #onReachability(connection: Connection, error: unknown): void {
    const session = this.#session;
    if (session.kind !== "connected" || session.connection !== connection || connection.kind === "local") return;
    if (error === undefined) this.#setUnreachability(undefined);
    else if (!this.#isConfirming && !this.#unreachability) void this.#confirmUnreachability(session.client);
  }

  async #confirmUnreachability(client: ServiceClient): Promise<void> {
    this.#isConfirming = true;
    const failure = await client.call("me.get", {}, { deadlineMs: confirmMs }).then(
      () => undefined,
      (error: unknown) => error,
    );
    this.#isConfirming = false;
    const { current } = this;
    const isCurrent = current.kind === "connected" && current.client === client;
    if (isCurrent && hasErrorName(failure, "NetworkError", "TimeoutError")) this.#setUnreachability(failure);
  }

  #setUnreachability(error: unknown): void {
    if ((error === undefined) === (this.#unreachability === undefined)) return;
    this.#unreachability = error === undefined ? undefined : { since: Date.now(), error };
    this.#reachabilityChanges.emit();
  }

  #savedChanged(): void {
    const session = this.#session;
    const isThere =
      session.kind === "none" || this.#parts.saved.list.all().some(({ id }) => id === session.connection.id);
    if (!isThere) this.reset();
  }

  #keyChanged(id: string): void {
    this.#isKeyChanged ||= this.#session.kind === "connecting" && this.#session.connection.id === id;
    void this.#followKey(id);
  }

  /** Never fails: reading an unreadable key reports the reason. */
  async #followKey(id: string): Promise<void> {
    const { saved, profiles } = this.#parts;
    const { list, keyring } = saved;
    const connection = list.all().find((one) => one.id === id);
    const found = connection && (await keyring.read(connection).catch(() => "unreadable" as const));
    const session = this.#session;
    if (found === "unreadable" || session.kind === "none" || session.connection.id !== id) return;
    if (found === undefined && (session.kind === "connected" || session.kind === "failed")) {
      this.signOut(session.connection, l10n.t`You signed out of ${session.connection.name} in another window.`);
    }
    if (found === undefined) return;
    const profile = profiles.of(session.connection);
    const isSame = isSameClient(found.clientCredentials, readClientCredentials(profile));
    const isOther = session.kind === "connected" && (found.key !== this.keyText() || !isSame);
    if (session.kind !== "signedOut" && !isOther) return;
    // The window that stored the key has asked for what it is sent to.
    if (!isSame) setClientCredentials(profile, found);
    this.#reconnect();
  }

  /** At the same address the client stays, because closing it would end what the user has begun without a word. */
  #localRestarted(url: string): void {
    const session = this.#session;
    if (session.kind !== "connected" || session.connection.kind !== "local") return;
    if (session.connection.baseUrl === url) this.#changes.emit(session);
    else this.#reconnect();
  }

  #reconnect(): void {
    this.reset();
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
    this.#unreachability = undefined;
    if (before.kind === "connected") void before.client.close();
    if (next.kind !== "connected") this.#keyHandle?.clear();
    this.#changes.emit(next);
    return next;
  }
}
