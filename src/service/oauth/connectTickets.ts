import { explainDeniedServerAccess } from "../auth/apiKeys.ts";
import { createSingleUseTokens } from "../auth/singleUseTokens.ts";
import type { ServiceContext } from "../context.ts";

/** The account to connect and the user who connects it. */
export interface ConnectRequest {
  readonly serverId: string;
  readonly scheme: string;
  readonly userId: string;
  readonly keyId: string;
}

export type ConnectTickets = ReturnType<typeof createConnectTickets>;

/** Seconds. The ticket must only last until the browser opens. */
const ttl = { default: 120, max: 300 } as const;

/** Single-use, short-lived tickets for the page that connects one account. A ticket is valid only while its API key has access to the server. */
export function createConnectTickets(context: Pick<ServiceContext, "db" | "clock">) {
  const tickets = createSingleUseTokens<ConnectRequest>(context);
  return {
    issue: (request: ConnectRequest, ttlSeconds: number = ttl.default) =>
      tickets.issue(request, Math.min(ttlSeconds, ttl.max)),
    /** Returns the ticket's request if the ticket belongs to this page. The ticket becomes invalid either way. */
    redeem: (token: string, serverId: string, scheme: string): ConnectRequest | undefined => {
      const request = tickets.redeem(token);
      if (!request || explainDeniedServerAccess(context, request.keyId, serverId) !== undefined) return undefined;
      return request.serverId === serverId && request.scheme === scheme ? request : undefined;
    },
  };
}
