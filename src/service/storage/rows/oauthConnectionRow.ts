import * as z from "zod";
import { type OauthConnectionResource, oauthConnectionSchema } from "../../../contract/oauthConnections.ts";
import { jsonColumn } from "./jsonColumn.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

/** The service's OAuth client and the provider's endpoints at the time the account was connected. */
export const connectedClientSchema = z.object({
  clientId: z.string(),
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().optional(),
  /** The variable of the server's environment that contains the client's secret. */
  secretVariable: z.string(),
  /** The addresses that the secret must be given for. */
  secretAddresses: z.array(z.string()).default([]),
  /** How the secret is sent. */
  authentication: z.enum(["none", "basic", "post"]),
  /** The zone that the provider's URLs come from, or `undefined` if the user provided them. No URL may lead further inside. */
  zone: z.enum(["public", "private", "loopback", "never"]).optional(),
  /** Whether the access token can be renewed without the user. */
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

/** The status of a connection `c`. A connection without a refresh token expires with its access token. */
export const connectionStatusSql = `CASE WHEN c.status = 'connected' AND NOT json_extract(c.client_json, '$.renewable')
  AND c.expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now') THEN 'expired' ELSE c.status END`;

/** Selects `status` twice: the computed value is last and therefore overwrites the column's value in the row. */
export const selectOauthConnections = `SELECT c.*, ${connectionStatusSql} AS status FROM oauth_connections c
  JOIN servers s ON s.id = c.server_id JOIN projects p ON p.id = s.project_id`;

export function toOauthConnection(row: OauthConnectionRow): OauthConnectionResource {
  const expiredDetail = "The access token has expired and cannot be renewed. Connect the account again.";
  return {
    ...toStoredFields(row),
    provider: row.provider,
    account: row.account,
    scopes: row.scopes_json,
    status: row.status,
    statusDetail: row.status_detail ?? (row.status === "expired" ? expiredDetail : null),
    connectedAt: row.connected_at,
    expiresAt: row.expires_at,
    usedBy: [row.server_id],
  };
}
