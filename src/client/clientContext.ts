import type { ConfirmRequest, RequestLogEntry, ServiceClientOptions } from "./client.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createHttpAgents } from "./network/httpAgents.ts";
import { createRetryAfterGate, type RetryAfterGate } from "./retryAfterGate.ts";
import { createHttpTransport, type HttpTransport } from "./transport.ts";

/** What the calls of one client share. */
export interface ClientContext {
  readonly base: URL;
  readonly key: () => Promise<string | undefined>;
  readonly organizationId: () => string | undefined;
  readonly onUnauthorized: () => void;
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
  const { network = {}, environment = process.env, clock = systemClock } = options;
  return {
    base: parseBaseUrl(options.baseUrl),
    key: options.key,
    organizationId: options.organizationId ?? (() => undefined),
    onUnauthorized: options.onUnauthorized ?? (() => {}),
    confirmRequest: options.confirmRequest,
    transport: createHttpTransport(createHttpAgents(network, environment), options.userAgent),
    clock,
    retryAfterGate: createRetryAfterGate(clock),
    random: options.random ?? Math.random,
    log: options.log ?? (() => {}),
  };
}

function parseBaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url && (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password) return url;
  throw new ServiceUrlError("The service's URL must start with http:// or https:// and hold no user name or password.");
}
