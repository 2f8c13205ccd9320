import * as z from "zod";
import { type OauthConnectionResource, oauthConnectionSchema } from "../../../contract/oauthConnections.ts";
import { jsonColumn } from "./jsonColumn.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

/** Who the service is to the provider and where that answers, as it was when the account was connected. */
export const connectedClientSchema = z.object({
  clientId: z.string(),
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().optional(),
  /** The variable of the server's environment that holds the client's secret. */
  secretVariable: z.string(),
  /** How the secret is sent. */
  authentication: z.enum(["none", "basic", "post"]),
  /** Where the provider's addresses were found, if not with the person: none of them may lead further inside. */
  zone: z.enum(["public", "private", "loopback", "never"]).optional(),
  /** Whether the access token can be renewed without its owner. */
  renewable: z.boolean(),
});
export type ConnectedClient = z.output<typeof connectedClientSchema>;

export const oauthConnectionRow = z.object({
  ...storedColumns,
  server_id: z.string(),
  scheme: z.string(),
  provider: z.string(),
  account: z.string().nullable(),
  scopes_json: jsonColumn(z.array(z.string())),
  status: oauthConnectionSchema.shape.status,
  status_detail: z.string().nullable(),
  client_json: jsonColumn(connectedClientSchema),
  sealed_tokens: z.string().nullable(),
  connected_at: z.string(),
  expires_at: z.string().nullable(),
});
export type OauthConnectionRow = z.output<typeof oauthConnectionRow>;

/** The state of a connection `c`: what cannot be renewed expires by itself. */
export const connectionStatusSql = `CASE WHEN c.status = 'connected' AND NOT json_extract(c.client_json, '$.renewable')
  AND c.expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now') THEN 'expired' ELSE c.status END`;

/** `status` comes twice: the one that holds is the last, which takes the first's place in the row. */
export const selectOauthConnections = `SELECT c.*, ${connectionStatusSql} AS status FROM oauth_connections c
  JOIN servers s ON s.id = c.server_id JOIN projects p ON p.id = s.project_id`;

export function toOauthConnection(row: OauthConnectionRow): OauthConnectionResource {
  const ended = "The access token has expired and cannot be renewed. Connect the account again.";
  return {
    ...toStoredFields(row),
    provider: row.provider,
    account: row.account,
    scopes: row.scopes_json,
    status: row.status,
    statusDetail: row.status_detail ?? (row.status === "expired" ? ended : null),
    connectedAt: row.connected_at,
    expiresAt: row.expires_at,
    usedBy: [row.server_id],
  };
}
