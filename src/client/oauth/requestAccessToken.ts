import * as z from "zod";
import type { ClientCredentials } from "../../contract/dialectProfile.ts";
import type { RouteName } from "../../contract/routes/routeTable.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import type { RequestLogEntry } from "../client.ts";
import type { Clock } from "../clock.ts";
import { describeTransportFailure } from "../createTransportError.ts";
import type { CallErrorContext } from "../errors.ts";
import { type HttpResponse, TransportFailure } from "../network/httpDispatchHandler.ts";
import { redactSecretTexts } from "../redaction.ts";
import { parseRetryAfter, type RetryAfterGate } from "../retryAfterGate.ts";
import type { HttpRequest, HttpTransport } from "../transport.ts";
import { createTokenError, formatFailedTokenRequest, isClientRefused } from "./createTokenError.ts";

export interface TokenRequest {
  readonly clientCredentials: ClientCredentials;
  readonly secret: string;
  /** The operation that needs the token. */
  readonly operation: RouteName;
  readonly signal: AbortSignal;
}

export interface AccessToken {
  readonly text: string;
  /** Undefined: the server does not say. */
  readonly lifetimeMs: number | undefined;
}

interface TokenContext {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly log: (entry: RequestLogEntry) => void;
  readonly retryAfterGate: RetryAfterGate;
  /** Called with the method that the server accepted, when it was not known. */
  readonly onAuthentication: (method: Authentication) => void;
}

type Authentication = NonNullable<ClientCredentials["authentication"]>;

const limits = { deadlineMs: 15_000, maxBytes: 2 ** 20 } as const;

const tokenSchema = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .optional(),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
});

/** Requests an access token with client credentials (RFC 6749, section 4.4). Follows no redirect. */
export async function requestAccessToken(context: TokenContext, request: TokenRequest): Promise<AccessToken> {
  const { clientCredentials, operation } = request;
  const { retryAfterGate, clock } = context;
  const url = new URL(clientCredentials.tokenUrl);
  const errorContext = { operation, host: url.host };
  const held = retryAfterGate.heldResponse(url.href);
  if (held) throw createTokenError(errorContext, clientCredentials, held, clock.now());
  const known = clientCredentials.authentication;
  let used: Authentication = known ?? "client_secret_basic";
  let response = await send(context, request, { url, errorContext }, used);
  // A refused client is identified in the other way once (RFC 6749, section 2.3.1).
  if (isClientRefused(response)) {
    const other = used === "client_secret_basic" ? "client_secret_post" : "client_secret_basic";
    const second = await send(context, request, { url, errorContext }, other);
    if (!isClientRefused(second)) [used, response] = [other, second];
  }
  const token = response.status === 200 ? tokenSchema.safeParse(tryParseJson(response.text)).data : undefined;
  if (!token) {
    const retryAfterMs = parseRetryAfter(response.headers, clock.now());
    if (retryAfterMs && [429, 503].includes(response.status)) retryAfterGate.hold(url.href, response, retryAfterMs);
    throw createTokenError(errorContext, clientCredentials, response, clock.now());
  }
  if (used !== known) context.onAuthentication(used);
  const { access_token: text, expires_in: seconds } = token;
  return { text, lifetimeMs: seconds === undefined ? undefined : seconds * 1000 };
}

interface TokenTarget {
  readonly url: URL;
  readonly errorContext: CallErrorContext;
}

/** The response, without the client secret. */
async function send(
  { transport, clock, log }: TokenContext,
  { clientCredentials, secret, operation, signal }: TokenRequest,
  { url, errorContext }: TokenTarget,
  method: Authentication,
): Promise<HttpResponse> {
  const startedAt = clock.now();
  const write = (outcome: Pick<RequestLogEntry, "status" | "error">) =>
    log({ operation, method: "POST", path: url.pathname, ms: clock.now() - startedAt, attempt: 1, ...outcome });
  const basic = encodeClient(clientCredentials.clientId ?? "", secret);
  try {
    const request = buildTokenRequest(
      url,
      clientCredentials,
      method === "client_secret_basic" ? { basic } : { secret },
    );
    const response = await transport.send(request, { ...limits, signal });
    write({ status: response.status });
    // A token may hold the letters of a short secret by chance.
    return response.status === 200
      ? response
      : { ...response, text: redactSecretTexts(response.text, [secret, basic]) };
  } catch (failure) {
    if (!(failure instanceof TransportFailure)) throw failure;
    const tokenRequest = { clientCredentials, field: "tokenUrl" } as const;
    const error = describeTransportFailure(
      formatFailedTokenRequest(url.host),
      { ...errorContext, tokenRequest },
      failure,
      limits,
    );
    write({ error: error.message });
    throw error;
  }
}

function buildTokenRequest(
  url: URL,
  { clientId, scopes, audience, resource }: ClientCredentials,
  authentication: { readonly basic: string } | { readonly secret: string },
): HttpRequest {
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  if (scopes && scopes.length > 0) body.set("scope", scopes.join(" "));
  if (audience !== undefined) body.set("audience", audience);
  if (resource !== undefined) body.set("resource", resource);
  if ("secret" in authentication) {
    body.set("client_id", clientId ?? "");
    body.set("client_secret", authentication.secret);
  }
  return {
    method: "POST",
    url,
    body: body.toString(),
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      ...("basic" in authentication && { authorization: `Basic ${authentication.basic}` }),
    },
  };
}

/** Both parts are form-encoded first (RFC 6749, section 2.3.1). */
function encodeClient(clientId: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
  return Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString("base64");
}
