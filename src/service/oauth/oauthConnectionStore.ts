import type { OauthConnectionResource } from "../../contract/oauthConnections.ts";
import type { ServiceContext } from "../context.ts";
import {
  type ConnectedClient,
  type OauthConnectionRow,
  oauthConnectionRow,
  selectOauthConnections,
} from "../storage/rows/oauthConnectionRow.ts";
import { type StoredTokens, storedTokensSchema } from "./storedTokens.ts";

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

/** The connections as they are kept: tokens sealed, each for its own row. */
export interface OauthConnectionStore {
  /** Takes the place of the one before. */
  save(made: NewOauthConnection): OauthConnectionRow;
  find(serverId: string, scheme: string): OauthConnectionRow | undefined;
  /** undefined where there are none any more. */
  tokens(row: OauthConnectionRow): StoredTokens | undefined;
  /** False where the row is another one by now: gone, or connected anew. */
  renew(row: OauthConnectionRow, tokens: StoredTokens, scopes: readonly string[]): boolean;
  /** The tokens are of no use any more: they are forgotten. */
  end(row: OauthConnectionRow, status: Exclude<OauthConnectionResource["status"], "connected">, detail: string): void;
}

export function createOauthConnectionStore(
  context: Pick<ServiceContext, "db" | "secrets" | "clock" | "newId">,
): OauthConnectionStore {
  const { db, secrets } = context;
  const now = () => context.clock().toISOString();
  const find = (serverId: string, scheme: string) =>
    db.get(oauthConnectionRow, `${selectOauthConnections} WHERE c.server_id = ? AND c.scheme = ?`, serverId, scheme);
  const sealed = (id: string, tokens: StoredTokens) => secrets.seal(JSON.stringify(tokens), about(id));

  return {
    find,
    save: (made) =>
      db.transaction(() => {
        const id = find(made.serverId, made.scheme)?.id ?? context.newId("oac_");
        const at = now();
        db.run(
          `INSERT INTO oauth_connections (id, server_id, scheme, user_id, provider, account, scopes_json, status, client_json,
             sealed_tokens, connected_at, expires_at, created_at, updated_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, 'connected', ?, ?, ?, ?, ?, ?)
           ON CONFLICT (server_id, scheme) DO UPDATE SET user_id = excluded.user_id, provider = excluded.provider,
             account = excluded.account, scopes_json = excluded.scopes_json, status = 'connected', status_detail = NULL,
             client_json = excluded.client_json, sealed_tokens = excluded.sealed_tokens, connected_at = excluded.connected_at,
             expires_at = excluded.expires_at, etag = etag + 1, updated_at = excluded.updated_at`,
          ...[id, made.serverId, made.scheme, made.userId, made.provider, made.account, JSON.stringify(made.scopes)],
          ...[JSON.stringify(made.client), sealed(id, made.tokens), at, timeText(made.tokens.expiresAt), at, at],
        );
        const row = find(made.serverId, made.scheme);
        if (!row) throw new Error(`The connection ${id} was not kept.`);
        return row;
      }),
    tokens: ({ id, sealed_tokens: text }) =>
      text === null ? undefined : storedTokensSchema.parse(JSON.parse(secrets.open(text, about(id)))),
    renew: (row, tokens, scopes) =>
      db.run(
        `UPDATE oauth_connections SET sealed_tokens = ?, scopes_json = ?, expires_at = ?, status = 'connected', status_detail = NULL,
           etag = etag + 1, updated_at = ? WHERE id = ? AND sealed_tokens = ?`,
        ...[
          sealed(row.id, tokens),
          JSON.stringify(scopes),
          timeText(tokens.expiresAt),
          now(),
          row.id,
          row.sealed_tokens,
        ],
      ) > 0,
    end: (row, status, detail) =>
      void db.run(
        `UPDATE oauth_connections SET status = ?, status_detail = ?, sealed_tokens = NULL, etag = etag + 1, updated_at = ?
         WHERE id = ? AND sealed_tokens IS ?`,
        ...[status, detail, now(), row.id, row.sealed_tokens],
      ),
  };
}

const about = (id: string) => `oauth connection ${id}`;
const timeText = (at: number | null) => (at === null ? null : new Date(at).toISOString());
