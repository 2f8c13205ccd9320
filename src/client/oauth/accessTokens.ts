import * as l10n from "@vscode/l10n";
import type { ClientCredentials } from "../../contract/dialectProfile.ts";
import type { RouteName } from "../../contract/routes/routeTable.ts";
import { defaultDeadlineMs } from "../client.ts";
import { type Clock, startDeadline, waitWithin } from "../clock.ts";
import { describeTransportFailure } from "../createTransportError.ts";
import { UnauthorizedError } from "../errors.ts";
import { TransportFailure } from "../network/httpDispatchHandler.ts";
import { formatFailedTokenRequest } from "./createTokenError.ts";
import type { AccessToken, TokenRequest } from "./requestAccessToken.ts";

/** The call that needs a token. */
export interface TokenCall {
  readonly operation: RouteName;
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number | undefined;
}

interface AccessTokensOptions {
  readonly clock: Clock;
  /** Undefined: there is no client secret for these credentials. */
  readonly readSecret: (clientCredentials: ClientCredentials) => Promise<string | undefined>;
  readonly request: (request: TokenRequest) => Promise<AccessToken>;
}

interface IssuedToken {
  readonly identity: string;
  readonly text: string;
  readonly isFresh: () => boolean;
}

/** A token is renewed so long before it expires that a request with it still arrives in time. */
const longestMarginMs = 30_000;
const marginShare = 0.1;

/** The access tokens of a client, in memory only. */
export function createAccessTokens({ clock, readSecret, request }: AccessTokensOptions) {
  const ending = new AbortController();
  let issued: IssuedToken | undefined;
  let pending: { readonly identity: string; readonly token: Promise<IssuedToken> } | undefined;

  const fetchToken = async (clientCredentials: ClientCredentials, { operation }: TokenCall): Promise<IssuedToken> => {
    const secret = await readSecret(clientCredentials);
    if (!secret || clientCredentials.clientId === undefined)
      throw createMissingClientError(clientCredentials, operation);
    const elapsedMs = startDeadline(clock, 0);
    const { text, lifetimeMs } = await request({ clientCredentials, secret, operation, signal: ending.signal });
    const usableMs =
      lifetimeMs === undefined ? Infinity : lifetimeMs - Math.min(longestMarginMs, lifetimeMs * marginShare);
    const identity = formatIdentity(clientCredentials);
    const token = { identity, text, isFresh: () => elapsedMs() + usableMs > 0 };
    if (!ending.signal.aborted) issued = token;
    return token;
  };
  /** All calls that wait share one request. */
  const fetchShared = async (clientCredentials: ClientCredentials, call: TokenCall): Promise<string> => {
    const identity = formatIdentity(clientCredentials);
    if (pending?.identity !== identity) {
      const token = fetchToken(clientCredentials, call).finally(() => {
        if (pending?.token === token) pending = undefined;
      });
      pending = { identity, token };
    }
    return (await waitForToken(pending.token, clientCredentials, call)).text;
  };
  const findIssued = (clientCredentials: ClientCredentials) =>
    issued?.identity === formatIdentity(clientCredentials) && issued.isFresh() ? issued.text : undefined;
  return {
    /** The token for a request: a new one when there is none or it is about to expire. */
    read: async (clientCredentials: ClientCredentials, call: TokenCall) =>
      findIssued(clientCredentials) ?? fetchShared(clientCredentials, call),
    /** A token in place of the refused one. */
    renew: async (clientCredentials: ClientCredentials, refused: string, call: TokenCall) => {
      const current = findIssued(clientCredentials);
      // Another call may have renewed it meanwhile.
      return current === undefined || current === refused ? fetchShared(clientCredentials, call) : current;
    },
    /** Drops the token and aborts a request for one. */
    close: () => {
      issued = undefined;
      ending.abort();
    },
  };
}

/** What a token is issued for. */
function formatIdentity({ authentication, ...issuedFor }: ClientCredentials): string {
  return JSON.stringify(issuedFor);
}

function waitForToken(
  token: Promise<IssuedToken>,
  clientCredentials: ClientCredentials,
  { operation, signal, deadlineMs = defaultDeadlineMs }: TokenCall,
): Promise<IssuedToken> {
  const { host } = new URL(clientCredentials.tokenUrl);
  const createError = (kind: "aborted" | "timeout") => {
    const tokenRequest = { clientCredentials, field: "tokenUrl" } as const;
    const failure = new TransportFailure(kind, true, signal?.reason);
    const limits = { deadlineMs, maxBytes: 0 };
    return describeTransportFailure(formatFailedTokenRequest(host), { operation, host, tokenRequest }, failure, limits);
  };
  if (signal?.aborted) {
    token.catch(() => {});
    return Promise.reject(createError("aborted"));
  }
  return waitWithin(token, { signal, deadlineMs }, createError);
}

function createMissingClientError(clientCredentials: ClientCredentials, operation: RouteName): UnauthorizedError {
  const { host } = new URL(clientCredentials.tokenUrl);
  const isIdMissing = clientCredentials.clientId === undefined;
  const message = isIdMissing
    ? l10n.t`There is no client id for ${host}. Sign in again.`
    : l10n.t`There is no client secret for ${host}. Sign in again.`;
  const tokenRequest = { clientCredentials, field: isIdMissing ? "clientId" : "clientSecret" } as const;
  return new UnauthorizedError(message, {
    operation,
    host,
    tokenRequest,
    status: 401,
    code: undefined,
    title: undefined,
    detail: message,
    errors: [],
    retryAfterMs: undefined,
  });
}
