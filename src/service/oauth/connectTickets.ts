import { createHash, randomBytes } from "node:crypto";
import { explainDeniedServerAccess } from "../auth/apiKeys.ts";
import type { ServiceContext } from "../context.ts";

/** The account to connect and the user who connects it. */
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

/** Single-use, short-lived tickets for the page that connects one account. A ticket is valid only while its API key has access to the server. */
export interface ConnectTickets {
  issue(request: ConnectRequest, ttlSeconds?: number): Ticket;
  /** Returns the ticket's request if the ticket belongs to this page. The ticket becomes invalid either way. */
  redeem(token: string, serverId: string, scheme: string): ConnectRequest | undefined;
}

/** Seconds. The ticket must only last until the browser opens. */
const ttl = { default: 120, max: 300 } as const;
const maxTickets = 1000;

export function createConnectTickets(context: Pick<ServiceContext, "db" | "clock">): ConnectTickets {
  const tickets = new Map<string, { readonly request: ConnectRequest; readonly expiresAt: number }>();
  const now = () => context.clock().getTime();
  return {
    issue: (request, ttlSeconds = ttl.default) => {
      for (const [hash, { expiresAt }] of tickets)
        if (expiresAt <= now() || tickets.size >= maxTickets) tickets.delete(hash);
      const token = randomBytes(32).toString("base64url");
      const expiresAt = now() + Math.min(ttlSeconds, ttl.max) * 1000;
      tickets.set(hashToken(token), { request, expiresAt });
      return { token, expiresAt: new Date(expiresAt) };
    },
    redeem: (token, serverId, scheme) => {
      const hash = hashToken(token);
      const ticket = tickets.get(hash);
      tickets.delete(hash);
      if (
        !ticket ||
        ticket.expiresAt <= now() ||
        explainDeniedServerAccess(context, ticket.request.keyId, serverId) !== undefined
      )
        return undefined;
      return ticket.request.serverId === serverId && ticket.request.scheme === scheme ? ticket.request : undefined;
    },
  };
}

const hashToken = (text: string) => createHash("sha256").update(text).digest("base64url");
