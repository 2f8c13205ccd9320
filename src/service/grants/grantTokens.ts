import { createHash } from "node:crypto";
import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { isServerArchived } from "../archive/archivedState.ts";
import type { ServiceCall, ServiceContext } from "../context.ts";
import type { RuntimeTokens } from "../deployments/gateway/runtimeTokens.ts";
import { findServerId } from "../deployments/gateway/serverAddress.ts";
import { tryOpenSecret } from "../storage/secretBox.ts";
import type { AuthorizationCodes } from "./authorizationCodes.ts";
import {
  describeGrant,
  explainDeniedGrant,
  findGrant,
  type GrantRow,
  recordEndedGrant,
  renewGrant,
  revokeGrant,
} from "./grantStore.ts";

type TokenCall = Pick<ServiceCall<"runtime.oauthToken">, "input" | "describe">;

interface TokenParts {
  readonly context: ServiceContext;
  readonly tokens: Pick<RuntimeTokens, "issue">;
  readonly codes: AuthorizationCodes;
  readonly refreshTokens: RefreshTokens;
}

/** What a refresh token stands for: the grant, and how many tokens came before it. */
interface RefreshTokenContent {
  readonly grantId: string;
  readonly renewals: number;
}

/** Refresh tokens are sealed by this service and stored nowhere, so that nothing in the database gives access. */
export interface RefreshTokens {
  seal(content: RefreshTokenContent): string;
  open(token: string): RefreshTokenContent | undefined;
}

const refreshPrefix = "flr_";
const refreshOwner = "refresh token";
const contentSchema = z.tuple([z.string(), z.number()]);

export function createRefreshTokens({ secrets }: Pick<ServiceContext, "secrets">): RefreshTokens {
  return {
    seal: ({ grantId, renewals }) => refreshPrefix + secrets.seal(JSON.stringify([grantId, renewals]), refreshOwner),
    open: (token) => {
      if (!token.startsWith(refreshPrefix)) return undefined;
      const text = tryOpenSecret(secrets, token.slice(refreshPrefix.length), refreshOwner) ?? "";
      const { data } = contentSchema.safeParse(tryParseJson(text));
      return data && { grantId: data[0], renewals: data[1] };
    },
  };
}

const archivedReason = "The server is archived. Restore it to call it.";
const refuse = (description: string) => createOauthError(400, "invalid_grant", description);

/** RFC 6749 section 4.1.3 with PKCE: every check has to hold, and a code that comes twice ends what was granted for it. */
export async function exchangeCode(parts: TokenParts, { input, describe }: TokenCall): Promise<Response> {
  const { context, codes } = parts;
  const { code, client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier, resource } = input;
  if (code === undefined || clientId === undefined || redirectUri === undefined || verifier === undefined)
    return createOauthError(400, "invalid_request", "Send code, client_id, redirect_uri and code_verifier.");
  const redeemed = codes.redeem(code);
  if (redeemed.kind === "reused") return endReusedGrant(context, redeemed.grantId, "The code");
  if (redeemed.kind === "unknown") return refuse("The code is unknown or has expired. Log in again.");
  const grant = findGrant(context, redeemed.grant.grantId);
  if (grant?.client_id !== clientId || redeemed.grant.redirectUri !== redirectUri)
    return refuse("The code was given to another client or for another redirect URI.");
  if (!isVerifier(verifier, redeemed.grant.challenge)) return refuse("The code_verifier does not belong to the code.");
  if (resource !== undefined && findServerId(context, resource) !== grant.server_id)
    return createOauthError(400, "invalid_target", "The code was given for another server.");
  return renew(parts, grant, { describe, what: "The code" });
}

/** RFC 6749 section 6 with rotation: each refresh token works once, and an old one that comes again ends the grant. */
export async function refreshGrant(parts: TokenParts, { input, describe }: TokenCall): Promise<Response> {
  const { context, refreshTokens } = parts;
  const { refresh_token: token, client_id: clientId, resource, scope } = input;
  if (token === undefined || clientId === undefined)
    return createOauthError(400, "invalid_request", "Send refresh_token and client_id.");
  const opened = refreshTokens.open(token);
  const grant = opened && findGrant(context, opened.grantId);
  if (!opened || grant?.client_id !== clientId)
    return refuse("The refresh token is unknown, or was given to another client. Log in again.");
  if (opened.renewals !== grant.renewals) return endReusedGrant(context, grant.id, "The refresh token");
  if (scope !== undefined && scope !== "" && scope !== "runtime")
    return createOauthError(400, "invalid_scope", "The only scope is runtime.");
  if (resource !== undefined && findServerId(context, resource) !== grant.server_id)
    return createOauthError(400, "invalid_target", "The refresh token was given for another server.");
  return renew(parts, grant, { describe, what: "The refresh token" });
}

/** Gives new tokens for a code or a refresh token (`what`). It is used up last, so that a failure before does not take it from its agent. */
async function renew(
  { context, tokens, refreshTokens }: TokenParts,
  grant: GrantRow,
  { describe, what }: { readonly describe: TokenCall["describe"]; readonly what: string },
): Promise<Response> {
  const denied = explainDeniedGrant(context, grant.id, grant.server_id);
  if (denied !== undefined) return refuse(denied);
  if (isServerArchived(context, grant.server_id)) return refuse(archivedReason);
  describe(describeGrant(context, grant));
  const token = await tokens.issue({ keyId: grant.id, userId: grant.user_id }, grant.server_id);
  if (!renewGrant(context, grant)) return endReusedGrant(context, grant.id, what);
  const body = {
    access_token: token.accessToken,
    token_type: "Bearer",
    expires_in: token.expiresIn,
    refresh_token: refreshTokens.seal({ grantId: grant.id, renewals: grant.renewals + 1 }),
    scope: "runtime",
  };
  return Response.json(body, { headers: { "Cache-Control": "no-store" } });
}

/** A second use means that a thief has the code or token too. The service cannot tell the thief from the agent, so both lose access. */
function endReusedGrant(context: ServiceContext, grantId: string, what: string): Response {
  const grant = findGrant(context, grantId);
  if (grant && grant.revoked_at === null)
    context.db.transaction(() => {
      revokeGrant(context, grant.id);
      recordEndedGrant(context, grant, { kind: "service" });
    });
  return refuse(`${what} was used twice, so the access was revoked. Log in again.`);
}

function isVerifier(verifier: string, challenge: string): boolean {
  const isWellFormed = /^[\w.~-]{43,128}$/.test(verifier);
  return isWellFormed && createHash("sha256").update(verifier).digest("base64url") === challenge;
}

/** An error of RFC 6749 section 5.2, RFC 7009 and RFC 7591. */
export function createOauthError(status: 400 | 401 | 429, error: string, description: string): Response {
  const challenge = status === 401 ? { "WWW-Authenticate": 'Basic realm="fairlead", charset="UTF-8"' } : {};
  const body = { error, error_description: description };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...challenge } });
}
