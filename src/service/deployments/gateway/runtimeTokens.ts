import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import * as z from "zod";
import { runtimeTokenTtlSeconds } from "../../../contract/runtime.ts";
import { explainDeniedServerAccess } from "../../auth/apiKeys.ts";
import type { Caller, ServiceContext } from "../../context.ts";
import { explainDeniedGrant, isGrantId, saveGrantUse } from "../../grants/grantStore.ts";
import { tryOpenSecret } from "../../storage/secretBox.ts";
import { readServiceSetting, writeServiceSetting } from "../../storage/serviceSettings.ts";
import { describeStorageFailure } from "../../storage/storageFailure.ts";
import { getGatewayServerUrl } from "./serverAddress.ts";

/** The key pair that signs runtime tokens (ES256), and the public key as a JWK. */
interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>> & { readonly kid: string };
}

const settingName = "runtimeSigningKey";

type KeyContext = Pick<ServiceContext, "db" | "secrets">;

/** Creates the key once per data folder and stores it encrypted, so that tokens stay valid after a restart. */
export function loadSigningKey(context: KeyContext): SigningKey {
  const privateKey = createPrivateKey(readStoredKey(context) ?? createKey(context));
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: "jwk" });
  return { privateKey, publicKey, jwk: { ...jwk, alg: "ES256", use: "sig", kid: String(jwk.x).slice(0, 16) } };
}

function readStoredKey({ db, secrets }: KeyContext): string | undefined {
  const sealed = readServiceSetting(db, settingName);
  // If the key of the data folder changed, a new key pair only invalidates tokens that last a few minutes.
  return sealed === undefined ? undefined : tryOpenSecret(secrets, sealed, settingName);
}

function createKey({ db, secrets }: KeyContext): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  writeServiceSetting(db, settingName, secrets.seal(pem, settingName));
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
  /** `keyId` is the id of an API key, or of a grant. */
  issue(caller: Pick<Caller, "keyId" | "userId">, serverId: string, ttlSeconds?: number): Promise<RuntimeToken>;
  /** Returns `undefined` if the token currently grants access to the server, otherwise the reason as text for the client. */
  verify(token: string, serverId: string): Promise<{ readonly refused: string } | undefined>;
  /** Returns the id of the API key or the grant that the token is from; undefined if it does not come from this service. */
  findKeyId(token: string): Promise<string | undefined>;
  /** Saves that the token's grant, if it has one, is used. */
  recordUse(token: string): Promise<void>;
  /** RFC 7517. */
  jwks(): { readonly keys: readonly object[] };
}

const keyRow = z.object({ expires_at: z.string().nullable() });
const claimsSchema = z.looseObject({ client_id: z.string(), exp: z.number(), aud: z.string() });
type Claims = z.output<typeof claimsSchema>;

/** The number of cached tokens with a verified signature. A verification costs more than forwarding a request. */
const maxCachedTokens = 1000;
const grantUseStepMs = 60_000;

type TokenContext = Pick<ServiceContext, "db" | "secrets" | "clock" | "baseUrl" | "newId">;

export function createRuntimeTokens(context: TokenContext): RuntimeTokens {
  let key: SigningKey | undefined;
  const getSigningKey = () => {
    key ??= loadSigningKey(context);
    return key;
  };
  const seconds = () => Math.floor(context.clock().getTime() / 1000);
  const verifyClaims = createClaimVerifier(context, getSigningKey);
  const recordGrantUse = createGrantUseRecorder(context);
  const explainDenied = rememberDenials(context);
  return {
    issue: async (caller, serverId, ttlSeconds = runtimeTokenTtlSeconds.default) => {
      const now = seconds();
      // A token expires with its API key at the latest.
      const end = Math.min(now + ttlSeconds, readKeyExpiry(context, caller.keyId));
      const resource = getGatewayServerUrl(context.baseUrl(), serverId);
      const accessToken = await signToken(context, getSigningKey(), caller, { resource, now, end });
      return { accessToken, expiresIn: end - now, expiresAt: new Date(end * 1000), resource };
    },
    verify: async (token, serverId) => {
      const claims = await verifyClaims(token);
      if (!claims) return { refused: "The token does not come from this service, or has expired." };
      if (claims.exp <= seconds()) return { refused: "The token has expired." };
      if (claims.aud !== getGatewayServerUrl(context.baseUrl(), serverId))
        return { refused: "The token is for another server." };
      const rejection = explainDenied(claims.client_id, serverId);
      return rejection === undefined ? undefined : { refused: rejection };
    },
    findKeyId: async (token) => (await verifyClaims(token))?.client_id,
    recordUse: async (token) => {
      const id = (await verifyClaims(token))?.client_id;
      if (id !== undefined && isGrantId(id)) recordGrantUse(id);
    },
    jwks: () => ({ keys: [getSigningKey().jwk] }),
  };
}

/** Asks the database again after each write only, because that takes a tenth of what a call takes. A token ends before its key does. */
function rememberDenials(context: TokenContext) {
  const denials = new Map<string, string | undefined>();
  let readAt = 0;
  return (id: string, serverId: string): string | undefined => {
    const revision = context.db.revision();
    if (revision !== readAt) denials.clear();
    readAt = revision;
    const key = `${id} ${serverId}`;
    if (denials.has(key)) return denials.get(key);
    const explainDenied = isGrantId(id) ? explainDeniedGrant : explainDeniedServerAccess;
    const denial = explainDenied(context, id, serverId);
    denials.set(key, denial);
    return denial;
  };
}

/** Saves the last use of each grant at most once a minute, because most requests must not write. */
function createGrantUseRecorder(context: TokenContext): (id: string) => void {
  const savedAt = new Map<string, number>();
  return (id) => {
    const now = context.clock();
    if (now.getTime() - (savedAt.get(id) ?? Number.NEGATIVE_INFINITY) < grantUseStepMs) return;
    if (savedAt.size >= maxCachedTokens) savedAt.clear();
    savedAt.set(id, now.getTime());
    try {
      saveGrantUse(context, id, now);
    } catch (error) {
      // With a full disk the gateway still serves.
      if (describeStorageFailure(error) === undefined) throw error;
    }
  };
}

/** The expiry of an API key in seconds since 1970. */
function readKeyExpiry({ db }: TokenContext, keyId: string): number {
  const expiresAt = db.get(keyRow, "SELECT expires_at FROM api_keys WHERE id = ?", keyId)?.expires_at;
  return expiresAt ? Math.floor(Date.parse(expiresAt) / 1000) : Number.POSITIVE_INFINITY;
}

/** `now` and `end` are in seconds since 1970. */
async function signToken(
  context: TokenContext,
  { privateKey, jwk }: SigningKey,
  caller: Pick<Caller, "keyId" | "userId">,
  { resource, now, end }: { readonly resource: string; readonly now: number; readonly end: number },
): Promise<string> {
  const { SignJWT } = await import("./jwt.ts");
  return new SignJWT({ client_id: caller.keyId })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: jwk.kid })
    .setIssuer(context.baseUrl())
    .setSubject(caller.userId)
    .setAudience(resource)
    .setJti(context.newId("req_"))
    .setIssuedAt(now)
    .setExpirationTime(end)
    .sign(privateKey);
}

/** Verifies the signature of each token once. */
function createClaimVerifier(context: TokenContext, getSigningKey: () => SigningKey) {
  const verifiedTokens = new Map<string, Claims>();
  return async (token: string): Promise<Claims | undefined> => {
    const cached = verifiedTokens.get(token);
    if (cached) return cached;
    const { jwtVerify } = await import("./jwt.ts");
    const claims = await jwtVerify(token, getSigningKey().publicKey, {
      issuer: context.baseUrl(),
      algorithms: ["ES256"],
      typ: "at+jwt",
      currentDate: context.clock(),
    }).then(
      ({ payload }) => claimsSchema.safeParse(payload).data,
      () => undefined,
    );
    if (!claims) return undefined;
    const [oldest] = verifiedTokens.keys();
    if (verifiedTokens.size >= maxCachedTokens && oldest !== undefined) verifiedTokens.delete(oldest);
    verifiedTokens.set(token, claims);
    return claims;
  };
}
