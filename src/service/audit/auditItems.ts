import * as z from "zod";
import { serviceMcpName } from "../../contract/mcp/serviceMcp.ts";
import type { Operation } from "../../contract/operation.ts";
import { isRecord } from "../../text/record.ts";
import type { OperationRequest } from "../http/httpEnvironment.ts";
import type { Database } from "../storage/database.ts";
import type { AuditItem } from "./auditRecord.ts";

const nameRow = z.object({ name: z.string() });

/** The name of an item in an organization. Items of other organizations have none, because their names are not for everybody. */
const selectNames: Readonly<Record<string, string>> = {
  project: "SELECT name FROM projects WHERE id = ? AND organization_id = ?",
  server: `SELECT s.name FROM servers s JOIN projects p ON p.id = s.project_id WHERE s.id = ? AND p.organization_id = ?`,
  skill: `SELECT s.name FROM skills s JOIN projects p ON p.id = s.project_id WHERE s.id = ? AND p.organization_id = ?`,
  installation: `SELECT s.name FROM installations i JOIN skills s ON s.id = i.skill_id
    JOIN projects p ON p.id = s.project_id WHERE i.id = ? AND p.organization_id = ?`,
  apiKey: `SELECT k.name FROM api_keys k JOIN memberships m ON m.user_id = k.user_id
    WHERE k.id = ? AND m.organization_id = ?`,
  oauthConnection: `SELECT coalesce(c.account, c.provider) AS name FROM oauth_connections c
    JOIN servers s ON s.id = c.server_id JOIN projects p ON p.id = s.project_id WHERE c.id = ? AND p.organization_id = ?`,
  grant: `SELECT g.client || ': ' || coalesce(s.name, '${serviceMcpName}') AS name FROM grants g JOIN users u ON u.id = g.user_id
    LEFT JOIN servers s ON s.id = g.server_id LEFT JOIN projects p ON p.id = s.project_id
    WHERE g.id = ? AND coalesce(p.organization_id, u.organization_id) = ?`,
};

/** Fields of an input that say which item it is about, the most exact first. */
const idFields = ["installationId", "id", "serverId"] as const;
/** A field that is not checked yet may have any length. */
const maxTextLength = 200;

/** The item that a request is about. One that is still to be created has no id. */
export function findOperationItem(
  db: Database,
  { operation, input = {} }: OperationRequest,
  organizationId: string | null,
): AuditItem | undefined {
  const id = readText(idFields.map((name) => input[name]).find((value) => value !== undefined));
  const newName = readText(input.name);
  if (id === null) return newName === null ? undefined : { kind: operation.kind, id, name: newName };
  // Only tokens have no owner. They are for a server.
  const kind = operation.owner ?? "server";
  const sql = selectNames[kind];
  return { kind, id, name: (sql && db.get(nameRow, sql, id, organizationId)?.name) || null };
}

/** The item that an operation has created, from its output. */
export function readCreatedItem({ kind }: Operation, output: unknown): AuditItem {
  return isRecord(output)
    ? { kind, id: readText(output.id), name: readText(output.name) }
    : { kind, id: null, name: null };
}

/** The names of the fields that a request gave, besides the id of its item. */
export function listInputFields({ input = {} }: OperationRequest): readonly string[] {
  const isId = (name: string) => idFields.some((field) => field === name);
  return Object.keys(input).filter((name) => input[name] !== undefined && !isId(name));
}

const serverRow = nameRow.extend({ id: z.string(), organization_id: z.string() });

/** A server of any organization. */
export function findServer(
  db: Database,
  id: unknown,
): { readonly organizationId: string; readonly item: AuditItem } | undefined {
  const sql = `SELECT s.id, s.name, p.organization_id FROM servers s JOIN projects p ON p.id = s.project_id WHERE s.id = ?`;
  const row = typeof id === "string" ? db.get(serverRow, sql, id) : undefined;
  return row && { organizationId: row.organization_id, item: { kind: "server", id: row.id, name: row.name } };
}

function readText(value: unknown): string | null {
  return typeof value === "string" ? value.slice(0, maxTextLength) : null;
}
