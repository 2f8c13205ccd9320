import { type AccountMessage, accountChannelMarker, accountMessageSchema } from "./accountMessages.ts";

/** The accounts of other services that are connected to this server, where whatever started it keeps them. */
export interface AccountTokens {
  /** A token of a scheme, or why there is none; undefined where nobody can be asked. `refused`: the one that the API did not accept. */
  token(scheme: string, signal: AbortSignal, refused?: string): Promise<AccountToken | undefined>;
}

export type AccountToken = { readonly token: string } | { readonly missing: string };

/** How this process talks with the one that started it. */
export interface ParentChannel {
  send(message: object): void;
  listen(onMessage: (message: unknown) => void): void;
}

/** Longer than the service waits for a provider. */
const patienceMs = 40_000;

export const noAccountTokens: AccountTokens = { token: async () => undefined };

/** Asks the parent, and remembers what it gave for as long as that may be used. */
export function createAccountTokens(parent: ParentChannel | undefined, now: () => number = Date.now): AccountTokens {
  if (!parent) return noAccountTokens;
  const known = new Map<string, { readonly token: string; readonly until: number | null }>();
  const waiting = new Map<number, (answer: AccountMessage & { kind: "fairlead.account" }) => void>();
  let questions = 0;

  parent.listen((message) => {
    const news = accountMessageSchema.safeParse(message).data;
    if (news?.kind === "fairlead.accountForgotten") known.delete(news.scheme);
    else if (news) waiting.get(news.id)?.(news);
  });

  const ask = async (scheme: string, signal: AbortSignal, refused: string | undefined): Promise<AccountToken> => {
    const id = ++questions;
    const { promise, resolve, reject } = Promise.withResolvers<AccountMessage & { kind: "fairlead.account" }>();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    waiting.set(id, resolve);
    try {
      limit.throwIfAborted();
      limit.addEventListener("abort", () => reject(limit.reason), { once: true });
      parent.send({ kind: "fairlead.account", id, scheme, ...(refused !== undefined && { refused }) });
      const { token, until = null, missing = "No account is connected." } = await promise;
      if (token === undefined) return { missing };
      known.set(scheme, { token, until });
      return { token };
    } catch {
      signal.throwIfAborted();
      return { missing: "The connected account could not be asked for. Try again later." };
    } finally {
      waiting.delete(id);
    }
  };

  return {
    token: async (scheme, signal, refused) => {
      const found = known.get(scheme);
      if (found && found.token !== refused && (found.until === null || found.until > now())) return found;
      known.delete(scheme);
      return await ask(scheme, signal, refused);
    },
  };
}

/** The service that deployed this server, if one did: any other parent would not understand the questions. */
export function findServiceChannel(): ParentChannel | undefined {
  if (!process.connected || Reflect.get(globalThis, Symbol.for(accountChannelMarker)) !== true) return undefined;
  return {
    send: (message) => void process.send?.(message),
    listen: (onMessage) => {
      process.on("message", onMessage);
      // Neither a listener nor the channel may keep a server alive that has ended.
      process.channel?.unref();
    },
  };
}
