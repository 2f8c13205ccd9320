import { createHash, randomBytes } from "node:crypto";
import { explainDeniedServerAccess } from "../auth/apiKeys.ts";
import type { ServiceContext } from "../context.ts";

/** Who may connect an account to what. */
export interface ConnectRequest {
  readonly serverId: string;
  readonly scheme: string;
  readonly userId: string;
  readonly keyId: string;
}

interface Ticket {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Tickets for the page where an account is connected: for that page alone, once, soon, and only while the key they were got with opens the server. */
export interface ConnectTickets {
  issue(order: ConnectRequest, ttlSeconds?: number): Ticket;
  /** Whose it is, if it is for this page; whatever the answer, it is of no more use. */
  take(token: string, serverId: string, scheme: string): ConnectRequest | undefined;
}

/** Seconds: somebody waits for the browser to open. */
const ttl = { default: 120, max: 300 } as const;
const most = 1000;

export function createConnectTickets(context: Pick<ServiceContext, "db" | "clock">): ConnectTickets {
  const open = new Map<string, { readonly order: ConnectRequest; readonly end: number }>();
  const now = () => context.clock().getTime();
  return {
    issue: (order, ttlSeconds = ttl.default) => {
      for (const [hash, { end }] of open) if (end <= now() || open.size >= most) open.delete(hash);
      const token = randomBytes(32).toString("base64url");
      const end = now() + Math.min(ttlSeconds, ttl.max) * 1000;
      open.set(hashOf(token), { order, end });
      return { token, expiresAt: new Date(end) };
    },
    take: (token, serverId, scheme) => {
      const hash = hashOf(token);
      const found = open.get(hash);
      open.delete(hash);
      if (!found || found.end <= now() || explainDeniedServerAccess(context, found.order.keyId, serverId) !== undefined)
        return undefined;
      return found.order.serverId === serverId && found.order.scheme === scheme ? found.order : undefined;
    },
  };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");
