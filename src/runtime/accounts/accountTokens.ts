import { type AccountMessage, accountChannelMarker, accountMessageSchema } from "./accountMessages.ts";

/** Tokens of the accounts that are connected to this server. The process that started the server stores them. */
export interface AccountTokens {
  /** Returns the token of a scheme or why there is none; undefined without a parent process. `refused` is a token that the API rejected. */
  token(scheme: string, signal: AbortSignal, refused?: string): Promise<AccountToken | undefined>;
}

export type AccountToken = { readonly token: string } | { readonly missing: string };

/** The message channel to the parent process. */
export interface ParentChannel {
  send(message: object): void;
  listen(onMessage: (message: unknown) => void): void;
}

/** Longer than the service's own timeout for a provider. */
const requestTimeoutMs = 40_000;

export const noAccountTokens: AccountTokens = { token: async () => undefined };

/** Requests tokens from the parent process and caches them until they expire. */
export function createAccountTokens(parent: ParentChannel | undefined, now: () => number = Date.now): AccountTokens {
  if (!parent) return noAccountTokens;
  const tokens = new Map<string, { readonly token: string; readonly until: number | null }>();
  const pendingRequests = new Map<number, (answer: AccountMessage & { kind: "fairlead.account" }) => void>();
  let lastRequestId = 0;

  parent.listen((message) => {
    const received = accountMessageSchema.safeParse(message).data;
    if (received?.kind === "fairlead.accountForgotten") tokens.delete(received.scheme);
    else if (received) pendingRequests.get(received.id)?.(received);
  });

  const requestToken = async (
    scheme: string,
    signal: AbortSignal,
    refused: string | undefined,
  ): Promise<AccountToken> => {
    const id = ++lastRequestId;
    const { promise, resolve, reject } = Promise.withResolvers<AccountMessage & { kind: "fairlead.account" }>();
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]);
    const giveUp = () => reject(timeout.reason);
    pendingRequests.set(id, resolve);
    try {
      timeout.throwIfAborted();
      timeout.addEventListener("abort", giveUp, { once: true });
      parent.send({ kind: "fairlead.account", id, scheme, ...(refused !== undefined && { refused }) });
      const { token, until = null, missing = "No account is connected." } = await promise;
      if (token === undefined) return { missing };
      tokens.set(scheme, { token, until });
      return { token };
    } catch {
      signal.throwIfAborted();
      return { missing: "The token of the connected account could not be requested. Try again later." };
    } finally {
      timeout.removeEventListener("abort", giveUp);
      pendingRequests.delete(id);
    }
  };

  return {
    token: async (scheme, signal, refused) => {
      const cached = tokens.get(scheme);
      if (cached && cached.token !== refused && (cached.until === null || cached.until > now())) return cached;
      tokens.delete(scheme);
      return await requestToken(scheme, signal, refused);
    },
  };
}

/** Returns a channel only if a service deployed this server, because other parents do not handle the requests. */
export function findServiceChannel(): ParentChannel | undefined {
  if (!process.connected || Reflect.get(globalThis, Symbol.for(accountChannelMarker)) !== true) return undefined;
  return {
    send: (message) => void process.send?.(message),
    listen: (onMessage) => {
      process.on("message", onMessage);
      // The channel must not keep the process alive after the server has closed.
      process.channel?.unref();
    },
  };
}
