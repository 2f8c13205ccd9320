import * as z from "zod";
import { oauthConnectionSchema, type ServerAccountResource } from "../../../contract/oauthConnections.ts";
import { runnerKindSchema, serverLimitsSchema } from "../../../contract/runners.ts";
import {
  type ServerResource,
  serverSchema,
  serverVariableSchema,
  sourceProblemSchema,
  sourceSummarySchema,
} from "../../../contract/servers.ts";
import { toArchivedFields } from "../../archive/archivedState.ts";
import {
  formatAccountProvider,
  getClientVariables,
  type OauthAccount,
  oauthAccountSchema,
} from "../../oauth/oauthAccount.ts";
import { findNewSecretAddress, secretAddressesSchema } from "../secretAddresses.ts";
import { jsonColumn } from "./jsonColumn.ts";
import { connectionStatusSql } from "./oauthConnectionRow.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

export const serverRow = z.object({
  ...storedColumns,
  project_id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  source_digest: z.string().nullable(),
  source_summary_json: jsonColumn(sourceSummarySchema).nullable(),
  status: serverSchema.shape.status,
  status_detail: z.string().nullable(),
  problems_json: jsonColumn(z.array(sourceProblemSchema)),
  artifact_id: z.string().nullable(),
  latest_version: z.string().nullable(),
  live_deployment_id: z.string().nullable(),
  desired_state: serverSchema.shape.desiredState,
  environment_json: jsonColumn(z.record(z.string(), z.string())),
  variables_json: jsonColumn(z.array(serverVariableSchema)),
  accounts_json: jsonColumn(z.array(oauthAccountSchema)),
  secret_addresses_json: jsonColumn(secretAddressesSchema),
  connections_json: jsonColumn(z.record(z.string(), z.tuple([z.string(), oauthConnectionSchema.shape.status]))),
  tool_count: z.number().nullable(),
  tool_calls_since: z.string().nullable(),
  allowed_hosts_json: jsonColumn(z.array(z.string())),
  runs_on: runnerKindSchema.nullable(),
  project_runs_on: runnerKindSchema,
  limits_json: jsonColumn(serverLimitsSchema),
  stop_when_idle_minutes: z.number().nullable(),
  archived_at: z.string().nullable(),
  project_archived_at: z.string().nullable(),
});
export type ServerRow = z.output<typeof serverRow>;

/** CROSS JOIN keeps the join order: SQLite reads servers by id, newest first, until a page is full, and never sorts them. */
export const selectServers = `
  SELECT s.*, p.archived_at AS project_archived_at, p.runs_on AS project_runs_on,
    (SELECT v.version FROM versions v WHERE v.artifact_id = s.artifact_id ORDER BY v.id DESC LIMIT 1)
    AS latest_version,
    CASE s.accounts_json WHEN '[]' THEN '{}' ELSE (SELECT json_group_object(c.scheme, json_array(c.id, ${connectionStatusSql}))
      FROM oauth_connections c WHERE c.server_id = s.id) END AS connections_json
  FROM servers s CROSS JOIN projects p ON p.id = s.project_id`;

/** `environment` contains the values that clients may read. */
export function toServer(row: ServerRow, environment: ServerResource["environment"]): ServerResource {
  return {
    ...toStoredFields(row),
    ...toArchivedFields(row),
    projectId: row.project_id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    source: row.source_summary_json,
    status: row.status,
    statusDetail: row.status_detail,
    problems: row.problems_json,
    artifactId: row.artifact_id,
    latestVersion: row.latest_version,
    liveDeploymentId: row.live_deployment_id,
    desiredState: row.desired_state,
    environment,
    variables: row.variables_json,
    accounts: row.accounts_json.map((account) => toServerAccount(account, row)),
    toolCount: row.tool_count,
    toolCallsSince: row.tool_calls_since ?? row.created_at,
    allowedHosts: row.allowed_hosts_json,
    runsOn: row.runs_on,
    limits: row.limits_json,
    stopWhenIdleMinutes: row.stop_when_idle_minutes,
  };
}

function toServerAccount(account: OauthAccount, row: ServerRow): ServerAccountResource {
  const [connectionId = null, status = "missing"] = row.connections_json[account.scheme] ?? [];
  const newSecretAddress = findNewSecretAddress(account, row);
  const { id: clientIdVariable, secret: clientSecretVariable } = getClientVariables(account);
  const { scheme, scopes } = account;
  return {
    scheme,
    provider: formatAccountProvider(account),
    scopes,
    clientIdVariable,
    clientSecretVariable,
    ...(newSecretAddress !== undefined && { newSecretAddress }),
    connectionId,
    status,
  };
}
