import type { TokenEndpointResponse } from "oauth4webapi";
import * as z from "zod";
import type { OauthConnectionResource } from "../../contract/oauthConnections.ts";
import type { ServiceContext } from "../context.ts";
import {
  type ConnectedClient,
  type OauthConnectionRow,
  oauthConnectionRow,
  selectOauthConnections,
} from "../storage/rows/oauthConnectionRow.ts";

export interface NewOauthConnection {
  readonly serverId: string;
  readonly scheme: string;
  readonly userId: string;
  readonly provider: string;
  readonly account: string | null;
  readonly scopes: readonly string[];
  readonly client: ConnectedClient;
  readonly tokens: StoredTokens;
}

export type OauthConnectionStore = ReturnType<typeof createOauthConnectionStore>;

type StoreContext = Pick<ServiceContext, "db" | "secrets" | "clock" | "newId">;

/** Stores connections with encrypted tokens. Each ciphertext is bound to its row. */
export function createOauthConnectionStore(context: StoreContext) {
  const { db, secrets } = context;
  const now = () => context.clock().toISOString();
  return {
    find: (serverId: string, scheme: string) => findConnection(context, serverId, scheme),
    /** Replaces the previous connection of the same server and scheme. */
    save: (connection: NewOauthConnection) => db.transaction(() => saveConnection(context, connection)),
    /** Returns `undefined` after the connection ended. */
    readTokens: ({ id, sealed_tokens: text }: OauthConnectionRow): StoredTokens | undefined =>
      text === null ? undefined : storedTokensSchema.parse(JSON.parse(secrets.open(text, getSealPurpose(id)))),
    /** Returns false if the connection was deleted or connected again. */
    saveRenewedTokens: (row: OauthConnectionRow, tokens: StoredTokens, scopes: readonly string[]): boolean =>
      db.run(
        `UPDATE oauth_connections SET sealed_tokens = ?, scopes_json = ?, expires_at = ?, status = 'connected', status_detail = NULL,
           etag = etag + 1, updated_at = ? WHERE id = ? AND sealed_tokens = ?`,
        ...[sealTokens(context, row.id, tokens), JSON.stringify(scopes), formatTime(tokens.expiresAt), now()],
        ...[row.id, row.sealed_tokens],
      ) > 0,
    /** Ends a connection and deletes its tokens, which are no longer valid. */
    endConnection: (
      row: OauthConnectionRow,
      status: Exclude<OauthConnectionResource["status"], "connected">,
      detail: string,
    ) =>
      void db.run(
        `UPDATE oauth_connections SET status = ?, status_detail = ?, sealed_tokens = NULL, etag = etag + 1, updated_at = ?
         WHERE id = ? AND sealed_tokens IS ?`,
        ...[status, detail, now(), row.id, row.sealed_tokens],
      ),
  };
}

function findConnection({ db }: StoreContext, serverId: string, scheme: string): OauthConnectionRow | undefined {
  const sql = `${selectOauthConnections} WHERE c.server_id = ? AND c.scheme = ?`;
  return db.get(oauthConnectionRow, sql, serverId, scheme);
}

function saveConnection(context: StoreContext, connection: NewOauthConnection): OauthConnectionRow {
  const { serverId, scheme, userId, provider, account, scopes, client, tokens } = connection;
  const id = findConnection(context, serverId, scheme)?.id ?? context.newId("oac_");
  const at = context.clock().toISOString();
  context.db.run(
    `INSERT INTO oauth_connections (id, server_id, scheme, user_id, provider, account, scopes_json, status, client_json,
       sealed_tokens, connected_at, expires_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'connected', ?, ?, ?, ?, ?, ?)
     ON CONFLICT (server_id, scheme) DO UPDATE SET user_id = excluded.user_id, provider = excluded.provider,
       account = excluded.account, scopes_json = excluded.scopes_json, status = 'connected', status_detail = NULL,
       client_json = excluded.client_json, sealed_tokens = excluded.sealed_tokens, connected_at = excluded.connected_at,
       expires_at = excluded.expires_at, etag = etag + 1, updated_at = excluded.updated_at`,
    ...[id, serverId, scheme, userId, provider, account, JSON.stringify(scopes)],
    ...[JSON.stringify(client), sealTokens(context, id, tokens), at, formatTime(tokens.expiresAt), at, at],
  );
  const row = findConnection(context, serverId, scheme);
  if (!row) throw new Error(`The connection ${id} was not stored.`);
  return row;
}

function sealTokens({ secrets }: StoreContext, id: string, tokens: StoredTokens): string {
  return secrets.seal(JSON.stringify(tokens), getSealPurpose(id));
}

const getSealPurpose = (id: string) => `oauth connection ${id}`;
const formatTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The tokens of a connection; the service stores them encrypted. */
const storedTokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Milliseconds since 1970, or null if the provider sent no lifetime. */
  expiresAt: z.number().nullable(),
  /** The whole lifetime of the access token. */
  lifetimeMs: z.number().nullable(),
});
export type StoredTokens = z.output<typeof storedTokensSchema>;

/** A hundred years: some providers express "for ever" as a number that exceeds the range of dates. */
const maxLifetimeMs = 100 * 365 * 86_400_000;

/** A missing refresh token keeps the previous one (RFC 6749, section 6). */
export function toStoredTokens(response: TokenEndpointResponse, now: Date, previous?: StoredTokens): StoredTokens {
  const refreshToken = response.refresh_token ?? previous?.refreshToken;
  const lifetimeMs = response.expires_in === undefined ? null : Math.min(response.expires_in * 1000, maxLifetimeMs);
  return {
    accessToken: response.access_token,
    ...(refreshToken !== undefined && { refreshToken }),
    expiresAt: lifetimeMs === null ? null : now.getTime() + lifetimeMs,
    lifetimeMs,
  };
}

const renewBeforeMs = 60_000;

/** The time at which an access token is renewed. A short-lived one is renewed after half of its lifetime. */
export function getTokenRenewalTime({ expiresAt, lifetimeMs }: StoredTokens): number | null {
  if (expiresAt === null) return null;
  return expiresAt - Math.min(renewBeforeMs, (lifetimeMs ?? Number.POSITIVE_INFINITY) / 2);
}

/** The texts of a connection that must never be shown. */
export const listTokenSecrets = ({ accessToken, refreshToken }: StoredTokens): string[] =>
  refreshToken === undefined ? [accessToken] : [accessToken, refreshToken];
