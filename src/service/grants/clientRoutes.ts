import { type Context, Hono } from "hono";
import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import type { RuntimeTokens } from "../deployments/gateway/runtimeTokens.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import { parseJsonBody } from "../http/parseOperationInput.ts";
import { createRateLimiter, type RateLimit } from "../http/rateLimiter.ts";
import { formBodyLimit, readRequestBody } from "../http/requestBody.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { findGrant, recordEndedGrant, revokeGrant } from "./grantStore.ts";
import { createOauthError, type RefreshTokens } from "./grantTokens.ts";
import { ClientMetadataError, registerClient } from "./oauthClient.ts";

interface ClientParts {
  readonly tokens: Pick<RuntimeTokens, "findKeyId">;
  readonly refreshTokens: RefreshTokens;
}

export const clientPaths = { register: "/oauth/register", revoke: "/oauth/revoke" } as const;
const registrationLimit = 16 * 1024;
/** Of one address. */
const requestLimit: RateLimit = { burst: 120, perSecond: 1 };

/** Registration (RFC 7591) and revocation (RFC 7009) by clients, which have no secret. */
export function createClientRoutes(context: ServiceContext, { tokens, refreshTokens }: ClientParts): Hono {
  const limitRequests = createRateLimiter(requestLimit, context.clock);
  const routes = new Hono<HttpEnvironment>();

  routes.post(clientPaths.register, (c) =>
    respondAsOauth("invalid_client_metadata", async () => {
      limitRequests(c.get("clientNetwork"));
      const client = registerClient(
        context,
        parseJsonBody(await readRequestBody(c.req.raw, "json", registrationLimit)),
      );
      const registered = {
        client_id: client.id,
        client_id_issued_at: Math.floor(context.clock().getTime() / 1000),
        client_name: client.name,
        ...(client.uri !== undefined && { client_uri: client.uri }),
        redirect_uris: client.redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        scope: "runtime",
      };
      return c.json(registered, 201, { "Cache-Control": "no-store" });
    }),
  );
  routes.post(clientPaths.revoke, (c) =>
    respondAsOauth("invalid_request", async () => {
      const { token, client_id: clientId } = await readRevocation(c);
      const grantId = refreshTokens.open(token)?.grantId ?? (await tokens.findKeyId(token));
      const grant = grantId === undefined ? undefined : findGrant(context, grantId);
      if (grant && grant.client_id !== clientId)
        return createOauthError(400, "invalid_grant", "The token was given to another client.");
      // An unknown token is no error, because it gives no access.
      if (grant?.revoked_at === null)
        context.db.transaction(() => {
          revokeGrant(context, grant.id);
          recordEndedGrant(context, grant);
        });
      return c.body(null, 200, { "Cache-Control": "no-store" });
    }),
  );
  return new Hono().route("/", routes);
}

const revocationSchema = z.object({ token: z.string().min(1), client_id: z.string().min(1) });

async function readRevocation(c: Context): Promise<z.output<typeof revocationSchema>> {
  const fields = new URLSearchParams(await readRequestBody(c.req.raw, "form", formBodyLimit));
  const { data } = revocationSchema.safeParse(Object.fromEntries(fields));
  const isRepeated = ["token", "client_id"].some((name) => fields.getAll(name).length > 1);
  if (data && !isRepeated) return data;
  throw new ServiceProblem("invalid_request", "Send token and client_id once.");
}

/** Gives failures the format of OAuth. */
async function respondAsOauth(invalid: string, respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof ClientMetadataError) return createOauthError(400, error.error, error.message);
    if (!(error instanceof ServiceProblem)) throw error;
    if (error.code === "rate_limited") return createOauthError(429, "temporarily_unavailable", error.message);
    return createOauthError(400, invalid, error.message);
  }
}
