import * as z from "zod";
import { type CallOptions, defaultDeadlineMs, type OperationCalls, type ServiceClient } from "../client/client.ts";
import type { ClientContext } from "../client/clientContext.ts";
import { startDeadline, waitWithin } from "../client/clock.ts";
import { createServiceClient, type ServiceProtocol } from "../client/createServiceClient.ts";
import { createTransportError } from "../client/createTransportError.ts";
import { UnexpectedAnswerError } from "../client/errors.ts";
import { readEventStream } from "../client/events/readEventStream.ts";
import { TransportFailure } from "../client/network/httpDispatchHandler.ts";
import type { ConnectOptions, ProfileStore } from "../client/profileStore.ts";
import type { PresetTitle } from "../contract/dialectProfile.ts";
import {
  type OperationInput,
  type OperationName,
  operationTable,
  type ReceivedOutput,
} from "../contract/operations.ts";
import type { Proposals } from "../contract/profile/profileProposal.ts";
import type { ReadWithProfile } from "../contract/profile/profileReading.ts";

/** A client of a service that may speak another dialect than the contract: its profile, or else its first response, says which. */
export function connectToService({ profileStore, ...options }: ConnectOptions): ServiceClient {
  if (!profileStore) return createServiceClient(options);
  const authorized = { ...options, ...readClientCredentials(profileStore) };
  return createServiceClient(authorized, (context, contract) =>
    createSelectedProtocol(context, profileStore, contract),
  );
}

/** The client credentials of the profile, which also stores how the authorization server takes the secret. */
function readClientCredentials(
  profileStore: ProfileStore,
): Pick<ConnectOptions, "clientCredentials" | "onClientAuthentication"> {
  return {
    clientCredentials: () => profileStore.read().credential?.clientCredentials,
    onClientAuthentication: (authentication) => {
      const { credential, ...profile } = profileStore.read();
      if (!credential?.clientCredentials) return;
      const clientCredentials = { ...credential.clientCredentials, authentication };
      profileStore.save({ ...profile, credential: { ...credential, clientCredentials } });
    },
  };
}

/** The conventions that a profile can name. */
export async function listPresets(): Promise<readonly PresetTitle[]> {
  const { generalPreset, presets } = await import("./presets/presets.ts");
  return [...presets, generalPreset].map(({ name, title }) => ({ name, title }));
}

/** What calls would read from recorded items with a profile. */
export const readWithProfile: ReadWithProfile = async (...items) => {
  const { readItemsWithProfile } = await import("./read/readItemsWithProfile.ts");
  return readItemsWithProfile(...items);
};

/** What samples of a service may mean. */
export async function loadProposals(): Promise<Proposals> {
  const { proposals } = await import("./propose/proposeKinds.ts");
  return proposals;
}

function createSelectedProtocol(
  context: ClientContext,
  profileStore: ProfileStore,
  contract: OperationCalls,
): ServiceProtocol {
  const selection = new DialectSelection(context, profileStore, contract);
  /** The options with the time that is left of the call, for each request that it takes. */
  const startCall = (options: CallOptions = {}) => {
    const leftMs = startDeadline(context.clock, options.deadlineMs ?? defaultDeadlineMs);
    return (): CallOptions => ({ ...options, deadlineMs: Math.max(1, leftMs()) });
  };
  return {
    call: async <N extends OperationName>(name: N, input: OperationInput<N>, options: CallOptions = {}) => {
      const remaining = startCall(options);
      const protocol = await selection.select(name, options);
      // The schema of this operation parsed it.
      const response = protocol === contract ? selection.takeResponse(name) : undefined;
      if (response !== undefined) return response as ReceivedOutput<N>;
      return protocol.call(name, input, remaining()).catch((error: unknown) => {
        if (protocol === contract && operationTable[name].method === "GET" && isMismatch(error)) selection.forget();
        throw error;
      });
    },
    fetchJson: async (name, input, options) => {
      const remaining = startCall(options);
      return (await selection.select(name, options)).fetchJson(name, input, remaining());
    },
    fetchResponse: async (name, input, options) => {
      const remaining = startCall(options);
      return (await selection.select(name, options)).fetchResponse(name, input, remaining());
    },
    prepare: async (options) => {
      await selection.select("deployment.events", options);
    },
    stream: (...connection) => (selection.current()?.stream ?? readEventStream)(...connection),
    close: () => selection.end(),
  };
}

/** JSON that the schema rejects: neither a web page nor a failure that passes. */
function isMismatch(error: unknown): boolean {
  return error instanceof UnexpectedAnswerError && error.cause instanceof z.ZodError;
}

/** Selects how a service is called. The code for other dialects is loaded only for a service that needs it. */
class DialectSelection {
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
