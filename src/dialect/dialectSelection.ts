import { type CallOptions, defaultDeadlineMs, type OperationCalls } from "../client/client.ts";
import type { ClientContext } from "../client/clientContext.ts";
import { waitWithin } from "../client/clock.ts";
import type { ServiceProtocol } from "../client/createServiceClient.ts";
import { createTransportError } from "../client/createTransportError.ts";
import { AbortedError } from "../client/errors.ts";
import { TransportFailure } from "../client/network/httpDispatchHandler.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import type { OperationName } from "../contract/operations.ts";
import type { FoundDialect } from "./connect/findDialect.ts";

/** Selects how a service is called. The code for other dialects is loaded only for a service that needs it. */
export class DialectSelection {
  readonly #context: ClientContext;
  readonly #profileStore: ProfileStore;
  readonly #contract: OperationCalls;
  readonly #ending = new AbortController();
  #selected: ServiceProtocol | undefined;
  #selecting: Promise<ServiceProtocol> | undefined;
  #dialect: Promise<ServiceProtocol> | undefined;
  #me: unknown;

  constructor(context: ClientContext, profileStore: ProfileStore, contract: OperationCalls) {
    this.#context = context;
    this.#profileStore = profileStore;
    this.#contract = contract;
    if (profileStore.read().dialect === "contract") this.#selected = contract;
  }

  /** Undefined until the first selection has ended. */
  current(): ServiceProtocol | undefined {
    return this.#selected;
  }

  /** All calls share one selection; a call that is cancelled or out of time stops waiting for it. */
  async select(
    operation: OperationName,
    { signal, deadlineMs = defaultDeadlineMs }: CallOptions = {},
  ): Promise<ServiceProtocol> {
    const createError = (kind: "aborted" | "timeout") => {
      const failure = new TransportFailure(kind, false, signal?.reason);
      return createTransportError({ operation, host: this.#context.base.host }, failure, { deadlineMs, maxBytes: 0 });
    };
    if (signal?.aborted) throw createError("aborted");
    this.#selecting ??= this.#select().finally(() => {
      this.#selecting = undefined;
    });
    return waitWithin(this.#selecting, { signal, deadlineMs }, createError);
  }

  /** The response that the selection has received from a service of the contract; returned once. */
  takeResponse(operation: OperationName): unknown {
    if (operation !== "me.get") return undefined;
    const me = this.#me;
    this.#me = undefined;
    return me;
  }

  /**
   * Calls a service whose response does not match the contract in its own dialect. Where that succeeds, the dialect is used for this
   * session, and the next selection decides what the profile says.
   */
  async switchToDialect<T>(mismatch: unknown, call: (dialect: ServiceProtocol) => Promise<T>): Promise<T> {
    const dialect = await this.#loadDialect();
    const response = await call(dialect).catch((error: unknown) => {
      throw error instanceof AbortedError ? error : mismatch;
    });
    // Another call may have switched meanwhile.
    if (this.#selected === dialect) return response;
    this.#profileStore.save({ ...this.#profileStore.read(), dialect: "unknown" });
    // The user's own setting stays.
    if (this.#profileStore.read().dialect === "contract") return response;
    this.#selected = dialect;
    // Runs in the background; after a failure the next connection finds the dialect.
    void this.#find().catch(() => {});
    return response;
  }

  end(): void {
    this.#ending.abort();
  }

  async #select(): Promise<ServiceProtocol> {
    const found = this.#profileStore.read().dialect === "other" ? undefined : await this.#find();
    if (found?.dialect === "contract") this.#me = found.me;
    this.#selected = found?.dialect === "contract" ? this.#contract : await this.#loadDialect();
    return this.#selected;
  }

  async #find(): Promise<FoundDialect> {
    const { findDialect } = await import("./connect/findDialect.ts");
    return findDialect(this.#context, this.#profileStore, this.#ending.signal);
  }

  #loadDialect(): Promise<ServiceProtocol> {
    this.#dialect ??= import("./dialectClient.ts").then(({ createDialectProtocol }) =>
      createDialectProtocol(this.#context, this.#profileStore),
    );
    return this.#dialect;
  }
}
