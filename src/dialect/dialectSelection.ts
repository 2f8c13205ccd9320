import { type CallOptions, defaultDeadlineMs } from "../client/callOptions.ts";
import type { ServiceClient } from "../client/client.ts";
import { createTransportError } from "../client/createTransportError.ts";
import { AbortedError } from "../client/errors.ts";
import { TransportFailure } from "../client/network/httpDispatchHandler.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import type { ClientContext } from "../client/sendAttempt.ts";
import type { OperationName } from "../contract/operations.ts";
import type { FoundDialect } from "./connect/findDialect.ts";

/** Which client speaks to a service. What other services than our own need is loaded for them alone. */
export class DialectSelection {
  readonly #context: ClientContext;
  readonly #keeper: ProfileStore;
  readonly #contract: ServiceClient;
  readonly #ending = new AbortController();
  #made: ServiceClient | undefined;
  #making: Promise<ServiceClient> | undefined;
  #other: Promise<ServiceClient> | undefined;
  #answer: unknown;

  constructor(context: ClientContext, keeper: ProfileStore, contract: ServiceClient) {
    this.#context = context;
    this.#keeper = keeper;
    this.#contract = contract;
    if (keeper.read().dialect === "contract") this.#made = contract;
  }

  /** Undefined where it must be found out first. */
  now(): ServiceClient | undefined {
    return this.#made;
  }

  /** Shared by all who wait; who gives up, or has no time left, waits no longer. */
  async made(
    operation: OperationName,
    { signal, deadlineMs = defaultDeadlineMs }: CallOptions = {},
  ): Promise<ServiceClient> {
    const givenUp = (kind: "aborted" | "timeout") => {
      const failure = new TransportFailure(kind, false, signal?.reason);
      return createTransportError({ operation, host: this.#context.base.host }, failure, { deadlineMs, maxBytes: 0 });
    };
    if (signal?.aborted) throw givenUp("aborted");
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined;
    });
    return unlessOver(this.#making, { signal, deadlineMs }, givenUp);
  }

  /** What our own service answered already when it was found out which it is: handed out once. */
  answered(operation: OperationName): unknown {
    if (operation !== "me.get" || this.#answer === undefined) return undefined;
    const answer = this.#answer;
    this.#answer = undefined;
    return answer;
  }

  /**
   * A service that looked like our own and answers in another way is spoken to in another way, where that makes sense of the answer:
   * for this session. What is kept of it is what it says of itself when it is asked anew.
   */
  async revised<T>(misfit: unknown, ask: (client: ServiceClient) => Promise<T>): Promise<T> {
    const client = await this.#openOther();
    const answer = await ask(client).catch((error: unknown) => {
      throw error instanceof AbortedError ? error : misfit;
    });
    // Another call may have come to this meanwhile.
    if (this.#made === client) return answer;
    this.#keeper.keep({ ...this.#keeper.read(), dialect: "unknown" });
    // A user may have said that it is the contract, and that stands.
    if (this.#keeper.read().dialect === "contract") return answer;
    this.#made = client;
    // Nobody waits for it: where the service is not well, the next connection finds out.
    void this.#find().catch(() => {});
    return answer;
  }

  end(): void {
    this.#ending.abort();
  }

  async #make(): Promise<ServiceClient> {
    this.#made = (await this.#isContract()) ? this.#contract : await this.#openOther();
    return this.#made;
  }

  async #isContract(): Promise<boolean> {
    if (this.#keeper.read().dialect === "other") return false;
    const found = await this.#find();
    if (found.dialect === "contract") this.#answer = found.me;
    return found.dialect === "contract";
  }

  async #find(): Promise<FoundDialect> {
    const { findDialect } = await import("./connect/findDialect.ts");
    return findDialect(this.#context, this.#keeper, this.#ending.signal);
  }

  #openOther(): Promise<ServiceClient> {
    this.#other ??= import("./dialectClient.ts").then(({ createDialectClient }) =>
      createDialectClient(this.#context, this.#keeper),
    );
    return this.#other;
  }
}

function unlessOver<T>(
  work: Promise<T>,
  { signal, deadlineMs }: { readonly signal: AbortSignal | undefined; readonly deadlineMs: number },
  error: (kind: "aborted" | "timeout") => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(error("aborted"));
    signal?.addEventListener("abort", giveUp, { once: true });
    const timer = setTimeout(() => reject(error("timeout")), deadlineMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    });
  });
}
