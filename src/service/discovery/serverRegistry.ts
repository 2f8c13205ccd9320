import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import { getGatewayServerUrl } from "../deployments/gateway/serverAddress.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { createLikePattern, createWhereClause } from "../storage/whereClause.ts";

/** The official MCP registry API v0.1: https://github.com/modelcontextprotocol/registry, docs/reference/api/openapi.yaml. */
const schemaUrl = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
const official = "io.modelcontextprotocol.registry/official";
const mostText = 100;

const querySchema = z.object({
  cursor: z.string().regex(/^\d+$/).transform(Number).optional(),
  limit: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1)).default(30),
  search: z.string().max(200).optional(),
  updated_since: z.iso.datetime({ offset: true }).optional(),
  version: z.string().max(255).optional(),
});
const mostServers = 100;

/** A version of a server that is not archived. */
const rowSchema = z.object({
  id: z.number(),
  server_id: z.string(),
  slug: z.string(),
  project_slug: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  published_at: z.string(),
  updated_at: z.string(),
  deprecated: z.number(),
  is_latest: z.number(),
  is_live: z.number(),
});
type VersionRow = z.output<typeof rowSchema>;

const selectVersions = `
  SELECT * FROM (SELECT v.id, s.id AS server_id, s.slug, p.slug AS project_slug, s.name, s.description, v.version, v.published_at,
    max(v.published_at, s.updated_at) AS updated_at, v.deprecated, p.organization_id, v.id = (SELECT max(n.id) FROM versions n WHERE n.artifact_id = v.artifact_id) AS is_latest,
    coalesce(d.version = v.version AND s.desired_state = 'running', 0) AS is_live
  FROM versions v JOIN servers s ON s.artifact_id = v.artifact_id JOIN projects p ON p.id = s.project_id
    LEFT JOIN deployments d ON d.id = s.live_deployment_id
  WHERE coalesce(s.archived_at, p.archived_at) IS NULL) AS r`;

/** One page, newest first. */
export function listRegistryServers(
  context: ServiceContext,
  organizationId: string,
  query: Readonly<Record<string, string>>,
) {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ServiceProblem("invalid_request", `"${issue?.path.join(".")}": ${issue?.message}`);
  }
  const { cursor, search, version, updated_since: since } = parsed.data;
  const limit = Math.min(parsed.data.limit, mostServers);
  const latest = version === "latest";
  const { where, values } = createWhereClause([
    ["organization_id = ?", organizationId],
    ["id < ?", cursor],
    ["name || ' ' || project_slug || '/' || slug LIKE ? ESCAPE '\\'", createLikePattern(search)],
    ["updated_at >= ?", since && new Date(since).toISOString()],
    ["version = ?", latest ? undefined : version],
    ["is_latest = ?", latest ? 1 : undefined],
  ]);
  const sql = `${selectVersions} WHERE ${where} ORDER BY id DESC LIMIT ?`;
  const rows = context.db.all(rowSchema, sql, ...values, limit + 1);
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? { nextCursor: String(page.at(-1)?.id) } : {};
  return { servers: page.map((row) => toEntry(context, row)), metadata: { count: page.length, ...next } };
}

export function listServerVersions(context: ServiceContext, organizationId: string, name: string) {
  const rows = readVersions(context, organizationId, name);
  return { servers: rows.map((row) => toEntry(context, row)), metadata: { count: rows.length } };
}

export function readServerVersion(context: ServiceContext, organizationId: string, name: string, version: string) {
  const rows = readVersions(context, organizationId, name);
  const row = version === "latest" ? rows[0] : rows.find((one) => one.version === version);
  if (row) return toEntry(context, row);
  throw new ServiceProblem("not_found", `"${name}" has no version "${version}".`);
}

function readVersions(context: ServiceContext, organizationId: string, name: string): readonly VersionRow[] {
  const sql = `${selectVersions} WHERE organization_id = ? AND ? = ? || project_slug || '/' || slug ORDER BY id DESC`;
  const rows = context.db.all(rowSchema, sql, organizationId, name, readNamespace(context));
  if (rows.length > 0) return rows;
  throw new ServiceProblem("not_found", `There is no server "${name}".`);
}

/** Server Cards (SEP-2127), and where they are listed: github.com/modelcontextprotocol/experimental-ext-server-card, which may change. */
const cardSchemaUrl = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
export const serverCardType = "application/mcp-server-card+json";
const mostCards = 1000;

/** The card of a live server. */
export function readServerCard(context: ServiceContext, organizationId: string, serverId: string) {
  const sql = `${selectVersions} WHERE organization_id = ? AND server_id = ? AND is_live = 1`;
  const row = context.db.get(rowSchema, sql, organizationId, serverId);
  if (!row) throw new ServiceProblem("not_found", `There is no live server "${serverId}".`);
  return { ...toEntry(context, row).server, $schema: cardSchemaUrl };
}

/** The AI Catalog of the service: a card for each live server, the newest first. */
export function listServerCards(context: ServiceContext, organizationId: string) {
  const sql = `${selectVersions} WHERE organization_id = ? AND is_live = 1 ORDER BY id DESC LIMIT ?`;
  const host = new URL(context.baseUrl()).hostname;
  return {
    specVersion: "1.0",
    entries: context.db.all(rowSchema, sql, organizationId, mostCards).map((row) => ({
      identifier: `urn:air:${host}:${row.project_slug}:${row.slug}`,
      type: serverCardType,
      url: `${getGatewayServerUrl(context.baseUrl(), row.server_id)}/server-card`,
    })),
  };
}

/** The reversed host name of the service: names of registries are in reverse-DNS form. */
function readNamespace(context: ServiceContext): string {
  const { hostname } = new URL(context.baseUrl());
  const isName = /^[a-z][a-z0-9.-]*$/i.test(hostname) && hostname !== "localhost";
  return `${isName ? hostname.split(".").toReversed().join(".") : "local.fairlead"}.`;
}

function toEntry(context: ServiceContext, row: VersionRow) {
  const text = (given: string, otherwise: string) => [...(given.trim() || otherwise)].slice(0, mostText).join("");
  const url = getGatewayServerUrl(context.baseUrl(), row.server_id);
  return {
    server: {
      $schema: schemaUrl,
      name: `${readNamespace(context)}${row.project_slug}/${row.slug}`,
      title: text(row.name, row.slug),
      description: text(row.description.replaceAll(/\s+/g, " "), row.name),
      version: row.version,
      // Only the live version answers at the server's URL.
      ...(row.is_live !== 0 && { remotes: [{ type: "streamable-http", url }] }),
    },
    _meta: {
      [official]: {
        status: row.deprecated === 0 ? "active" : "deprecated",
        publishedAt: row.published_at,
        updatedAt: row.updated_at,
        isLatest: row.is_latest !== 0,
      },
    },
  };
}
