import * as l10n from "@vscode/l10n";
import type { ConfirmRequest, RequestLogEntry, ServiceClientOptions } from "./client.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { NetworkError, UnauthorizedError } from "./errors.ts";
import { createHttpAgents } from "./network/httpAgents.ts";
import { createAccessTokens, type TokenCall } from "./oauth/accessTokens.ts";
import { requestAccessToken } from "./oauth/requestAccessToken.ts";
import { createRetryAfterGate, type RetryAfterGate } from "./retryAfterGate.ts";
import { createHttpTransport, type HttpTransport } from "./transport.ts";

/** What the calls of one client share. */
export interface ClientContext {
  readonly base: URL;
  /** The key or the access token of a call. */
  readonly key: (call: TokenCall) => Promise<string | undefined>;
  /** A new access token in place of a refused one; undefined where requests carry the key itself. */
  readonly renewKey: (refused: string, call: TokenCall) => Promise<string | undefined>;
  readonly organizationId: () => string | undefined;
  readonly onUnauthorized: (error?: UnauthorizedError) => void;
  readonly onReachability: (error: NetworkError | undefined) => void;
  /** Ends every connection and drops the access token. */
  readonly close: () => Promise<void>;
  readonly confirmRequest?: ConfirmRequest | undefined;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: (entry: RequestLogEntry) => void;
  readonly retryAfterGate: RetryAfterGate;
}

/** The URL of a service is not usable. */
export class ServiceUrlError extends Error {
  override readonly name = "ServiceUrlError";
}

export function createClientContext(options: ServiceClientOptions): ClientContext {
  const { network = {}, environment = process.env, clock = systemClock, log = () => {} } = options;
  const base = parseBaseUrl(options.baseUrl);
  const transport = createHttpTransport(createHttpAgents(network, environment), options.userAgent);
  const onAuthentication = options.onClientAuthentication ?? (() => {});
  const retryAfterGate = createRetryAfterGate(clock);
  const tokens = createAccessTokens({
    clock,
    readSecret: options.key,
    request: (request) => requestAccessToken({ transport, clock, log, retryAfterGate, onAuthentication }, request),
  });
  const readClientCredentials = options.clientCredentials ?? (() => undefined);
  return {
    base,
    key: async (call) => {
      const clientCredentials = readClientCredentials();
      return clientCredentials ? tokens.read(clientCredentials, call) : options.key();
    },
    renewKey: async (refused, call) => {
      const clientCredentials = readClientCredentials();
      return clientCredentials && tokens.renew(clientCredentials, refused, call);
    },
    close: () => {
      tokens.close();
      return transport.close();
    },
    organizationId: options.organizationId ?? (() => undefined),
    onUnauthorized: options.onUnauthorized ?? (() => {}),
    onReachability: options.onReachability ?? (() => {}),
    confirmRequest: options.confirmRequest,
    transport,
    clock,
    retryAfterGate,
    random: options.random ?? Math.random,
    log,
  };
}

function parseBaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url && (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password) return url;
  throw new ServiceUrlError(
    l10n.t("The service's URL must start with http:// or https:// and hold no user name or password."),
  );
}
