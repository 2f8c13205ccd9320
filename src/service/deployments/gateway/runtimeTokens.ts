import * as z from "zod";
import { runtimeTokenTtlSeconds } from "../../../contract/runtime.ts";
import { explainDeniedServerAccess } from "../../auth/apiKeys.ts";
import type { Caller, ServiceContext } from "../../context.ts";
import { loadSigningKey, type SigningKey } from "./signingKey.ts";

/** A token for one server's MCP endpoint. */
export interface RuntimeToken {
  readonly accessToken: string;
  readonly expiresIn: number;
  readonly expiresAt: Date;
  /** The server's URL, which is the token's audience. */
  readonly resource: string;
}

export interface RuntimeTokens {
  issue(caller: Pick<Caller, "keyId" | "userId">, serverId: string, ttlSeconds?: number): Promise<RuntimeToken>;
  /** Whether a token opens a server now; otherwise why it does not, in words for whoever sent it. */
  verify(token: string, serverId: string): Promise<{ readonly refused: string } | undefined>;
  /** RFC 7517. */
  jwks(): { readonly keys: readonly object[] };
}

/** Where a server is reached through the gateway. */
export function getGatewayServerUrl(baseUrl: string, serverId: string): string {
  return `${baseUrl}/mcp/${serverId}`;
}

const keyRow = z.object({ expires_at: z.string().nullable() });
const claimsSchema = z.looseObject({ client_id: z.string(), exp: z.number(), aud: z.string() });
type Claims = z.output<typeof claimsSchema>;

/** Checked signatures that are remembered: checking one costs more than passing a request on. */
const remembered = 1000;

export function createRuntimeTokens(
  context: Pick<ServiceContext, "db" | "secrets" | "clock" | "baseUrl" | "newId">,
): RuntimeTokens {
  let key: SigningKey | undefined;
  const ownKey = () => {
    key ??= loadSigningKey(context);
    return key;
  };
  const checked = new Map<string, Claims>();
  const seconds = () => Math.floor(context.clock().getTime() / 1000);

  const claimsOf = async (token: string): Promise<Claims | undefined> => {
    const known = checked.get(token);
    if (known) return known;
    const { jwtVerify } = await import("./jwt.ts");
    const rules = { issuer: context.baseUrl(), algorithms: ["ES256"], typ: "at+jwt", currentDate: context.clock() };
    const claims = await jwtVerify(token, ownKey().publicKey, rules).then(
      ({ payload }) => claimsSchema.safeParse(payload).data,
      () => undefined,
    );
    if (!claims) return undefined;
    const [oldest] = checked.keys();
    if (checked.size >= remembered && oldest !== undefined) checked.delete(oldest);
    checked.set(token, claims);
    return claims;
  };

  return {
    issue: async (caller, serverId, ttlSeconds = runtimeTokenTtlSeconds.default) => {
      const now = seconds();
      const sql = "SELECT expires_at FROM api_keys WHERE id = ?";
      const keyEnd = context.db.get(keyRow, sql, caller.keyId)?.expires_at;
      // A token never outlives the key it was got with.
      const end = Math.min(now + ttlSeconds, keyEnd ? Math.floor(Date.parse(keyEnd) / 1000) : Number.POSITIVE_INFINITY);
      const resource = getGatewayServerUrl(context.baseUrl(), serverId);
      const { SignJWT } = await import("./jwt.ts");
      const accessToken = await new SignJWT({ client_id: caller.keyId })
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: ownKey().jwk.kid })
        .setIssuer(context.baseUrl())
        .setSubject(caller.userId)
        .setAudience(resource)
        .setJti(context.newId("req_"))
        .setIssuedAt(now)
        .setExpirationTime(end)
        .sign(ownKey().privateKey);
      return { accessToken, expiresIn: end - now, expiresAt: new Date(end * 1000), resource };
    },
    verify: async (token, serverId) => {
      const claims = await claimsOf(token);
      if (!claims) return { refused: "The token is not one of this service's, or has expired." };
      if (claims.exp <= seconds()) return { refused: "The token has expired." };
      if (claims.aud !== getGatewayServerUrl(context.baseUrl(), serverId))
        return { refused: "The token is for another server." };
      const refused = explainDeniedServerAccess(context, claims.client_id, serverId);
      return refused === undefined ? undefined : { refused };
    },
    jwks: () => ({ keys: [ownKey().jwk] }),
  };
}
