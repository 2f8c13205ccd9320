import { type CallOptions, defaultDeadlineMs, type OperationCalls } from "../client/client.ts";
import type { ClientContext } from "../client/clientContext.ts";
import { waitWithin } from "../client/clock.ts";
import type { ServiceProtocol } from "../client/createServiceClient.ts";
import { createTransportError } from "../client/createTransportError.ts";
import { TransportFailure } from "../client/network/httpDispatchHandler.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import type { OperationName } from "../contract/operations.ts";

/** Selects how a service is called. The code for other dialects is loaded only for a service that needs it. */
export class DialectSelection {
  readonly #context: ClientContext;
  readonly #profileStore: ProfileStore;
  readonly #contract: OperationCalls;
  readonly #ending = new AbortController();
  #selected: ServiceProtocol | undefined;
  #selecting: Promise<ServiceProtocol> | undefined;
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
    if (this.#selected) return this.#selected;
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

  /** Lets the next connection find out what the service speaks. */
  forget(): void {
    this.#profileStore.save({ ...this.#profileStore.read(), dialect: "unknown" });
  }

  end(): void {
    this.#ending.abort();
  }

  async #select(): Promise<ServiceProtocol> {
    if (this.#profileStore.read().dialect !== "other") {
      const { findDialect } = await import("./connect/findDialect.ts");
      const found = await findDialect(this.#context, this.#profileStore, this.#ending.signal);
      if (found.dialect === "contract") {
        this.#me = found.me;
        this.#selected = this.#contract;
        return this.#selected;
      }
    }
    const { createDialectProtocol } = await import("./dialectClient.ts");
    this.#selected = createDialectProtocol(this.#context, this.#profileStore);
    return this.#selected;
  }
}
