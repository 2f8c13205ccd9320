import type { OperationName } from "../contract/operations.ts";
import type { CallContext } from "./attempt.ts";
import type { Client } from "./client.ts";
import type { FoundDialect } from "./dialect/connect/findDialect.ts";
import type { ProfileKeeper } from "./dialect/keeper.ts";
import { AbortedError } from "./errors.ts";
import { couldNot } from "./wording.ts";

/** Which client speaks to a service. What other services than our own need is loaded for them alone. */
export class Choice {
  readonly #context: CallContext;
  readonly #keeper: ProfileKeeper;
  readonly #contract: Client;
  readonly #ending = new AbortController();
  #made: Client | undefined;
  #making: Promise<Client> | undefined;
  #other: Promise<Client> | undefined;
  #answer: unknown;

  constructor(context: CallContext, keeper: ProfileKeeper, contract: Client) {
    this.#context = context;
    this.#keeper = keeper;
    this.#contract = contract;
    if (keeper.read().dialect === "contract") this.#made = contract;
  }

  /** Undefined where it must be found out first. */
  now(): Client | undefined {
    return this.#made;
  }

  /** Shared by all who wait; who gives up waits no longer. */
  async made(operation: OperationName, signal: AbortSignal | undefined): Promise<Client> {
    const givenUp = () => {
      const { host } = this.#context.base;
      return new AbortedError(`${couldNot(operation, host)}: cancelled.`, { operation, host, cause: signal?.reason });
    };
    if (signal?.aborted) throw givenUp();
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined;
    });
    return signal ? unlessAborted(this.#making, signal, givenUp) : this.#making;
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
  async revised<T>(misfit: unknown, ask: (client: Client) => Promise<T>): Promise<T> {
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

  async #make(): Promise<Client> {
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
    const { findDialect } = await import("./dialect/connect/findDialect.ts");
    return findDialect(this.#context, this.#keeper, this.#ending.signal);
  }

  #openOther(): Promise<Client> {
    this.#other ??= import("./dialect/dialectClient.ts").then(({ createDialectClient }) =>
      createDialectClient(this.#context, this.#keeper),
    );
    return this.#other;
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, error: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(error());
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
