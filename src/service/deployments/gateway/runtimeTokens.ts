import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import * as z from "zod";
import { runtimeTokenTtlSeconds } from "../../../contract/runtime.ts";
import { explainDeniedServerAccess } from "../../auth/apiKeys.ts";
import type { Caller, ServiceContext } from "../../context.ts";
import { SealError } from "../../storage/secretBox.ts";

/** The key pair that signs runtime tokens (ES256), and the public key as a JWK. */
interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>> & { readonly kid: string };
}

const settingName = "runtimeSigningKey";
const settingRow = z.object({ value: z.string() });

type KeyContext = Pick<ServiceContext, "db" | "secrets">;

/** Creates the key once per data folder and stores it encrypted, so that tokens stay valid after a restart. */
export function loadSigningKey(context: KeyContext): SigningKey {
  const privateKey = createPrivateKey(readStoredKey(context) ?? createKey(context));
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: "jwk" });
  return { privateKey, publicKey, jwk: { ...jwk, alg: "ES256", use: "sig", kid: String(jwk.x).slice(0, 16) } };
}

function readStoredKey({ db, secrets }: KeyContext): string | undefined {
  const sealed = db.get(settingRow, "SELECT value FROM settings WHERE name = ?", settingName)?.value;
  try {
    return sealed === undefined ? undefined : secrets.open(sealed, settingName);
  } catch (error) {
    // The key of the data folder changed. A new key pair only invalidates tokens that last a few minutes.
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

function createKey({ db, secrets }: KeyContext): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  db.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", settingName, secrets.seal(pem, settingName));
  return pem;
}

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
  /** Returns `undefined` if the token currently grants access to the server, otherwise the reason as text for the client. */
  verify(token: string, serverId: string): Promise<{ readonly refused: string } | undefined>;
  /** RFC 7517. */
  jwks(): { readonly keys: readonly object[] };
}

/** The server's URL at the gateway. */
export function getGatewayServerUrl(baseUrl: string, serverId: string): string {
  return `${baseUrl}/mcp/${serverId}`;
}

const keyRow = z.object({ expires_at: z.string().nullable() });
const claimsSchema = z.looseObject({ client_id: z.string(), exp: z.number(), aud: z.string() });
type Claims = z.output<typeof claimsSchema>;

/** The number of cached tokens with a verified signature. A verification costs more than forwarding a request. */
const maxCachedTokens = 1000;

export function createRuntimeTokens(
  context: Pick<ServiceContext, "db" | "secrets" | "clock" | "baseUrl" | "newId">,
): RuntimeTokens {
  let key: SigningKey | undefined;
  const getSigningKey = () => {
    key ??= loadSigningKey(context);
    return key;
  };
  const verifiedTokens = new Map<string, Claims>();
  const seconds = () => Math.floor(context.clock().getTime() / 1000);

  const verifyClaims = async (token: string): Promise<Claims | undefined> => {
    const cached = verifiedTokens.get(token);
    if (cached) return cached;
    const { jwtVerify } = await import("./jwt.ts");
    const verifyOptions = {
      issuer: context.baseUrl(),
      algorithms: ["ES256"],
      typ: "at+jwt",
      currentDate: context.clock(),
    };
    const claims = await jwtVerify(token, getSigningKey().publicKey, verifyOptions).then(
      ({ payload }) => claimsSchema.safeParse(payload).data,
      () => undefined,
    );
    if (!claims) return undefined;
    const [oldest] = verifiedTokens.keys();
    if (verifiedTokens.size >= maxCachedTokens && oldest !== undefined) verifiedTokens.delete(oldest);
    verifiedTokens.set(token, claims);
    return claims;
  };

  return {
    issue: async (caller, serverId, ttlSeconds = runtimeTokenTtlSeconds.default) => {
      const now = seconds();
      const sql = "SELECT expires_at FROM api_keys WHERE id = ?";
      const keyExpiresAt = context.db.get(keyRow, sql, caller.keyId)?.expires_at;
      // A token expires with its API key at the latest.
      const end = Math.min(
        now + ttlSeconds,
        keyExpiresAt ? Math.floor(Date.parse(keyExpiresAt) / 1000) : Number.POSITIVE_INFINITY,
      );
      const resource = getGatewayServerUrl(context.baseUrl(), serverId);
      const { SignJWT } = await import("./jwt.ts");
      const accessToken = await new SignJWT({ client_id: caller.keyId })
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: getSigningKey().jwk.kid })
        .setIssuer(context.baseUrl())
        .setSubject(caller.userId)
        .setAudience(resource)
        .setJti(context.newId("req_"))
        .setIssuedAt(now)
        .setExpirationTime(end)
        .sign(getSigningKey().privateKey);
      return { accessToken, expiresIn: end - now, expiresAt: new Date(end * 1000), resource };
    },
    verify: async (token, serverId) => {
      const claims = await verifyClaims(token);
      if (!claims) return { refused: "The token does not come from this service, or has expired." };
      if (claims.exp <= seconds()) return { refused: "The token has expired." };
      if (claims.aud !== getGatewayServerUrl(context.baseUrl(), serverId))
        return { refused: "The token is for another server." };
      const rejection = explainDeniedServerAccess(context, claims.client_id, serverId);
      return rejection === undefined ? undefined : { refused: rejection };
    },
    jwks: () => ({ keys: [getSigningKey().jwk] }),
  };
}
