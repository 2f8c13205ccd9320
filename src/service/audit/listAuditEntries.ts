import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod";
import { type OrganizationResource, organizationMemberSchema } from "../../contract/organizations.ts";
import type { AuditEntry } from "../../contract/routes/auditRoute.ts";
import { requireOwner } from "../auth/owner.ts";
import type { Caller, ServiceCall, ServiceContext } from "../context.ts";
import { createResultPage, readCursor } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import { createLikePattern, createWhereClause } from "../storage/whereClause.ts";

const text = z.string().nullable();

const auditRow = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  user_id: text,
  user_name: text,
  user_email: text,
  key_id: text,
  key_name: text,
  item_kind: text,
  item_id: text,
  item_name: text,
  fields_json: jsonColumn(z.array(z.string())),
  address: text,
  status: z.number().nullable(),
  code: text,
  request_id: text,
  count: z.number(),
});

type AuditRow = z.output<typeof auditRow>;

const rangeRow = z.object({ first: z.number().nullable(), last: z.number().nullable() });
const emptyRange = { first: null, last: null };

const searchedColumns = ["user_name", "user_email", "key_name", "action", "item_kind", "item_id", "item_name"];
const searchedText = [...searchedColumns, "address", "code"].map((name) => `coalesce(${name}, '')`).join(" || ' ' || ");

type AuditCall = Pick<ServiceCall<"audit.list">, "caller" | "input">;

/** Entries that are looked at in one step, for which requests wait a few milliseconds. A search may have to look at all. */
const entriesPerStep = 20_000;

/** Lists the entries of the caller's organization, and for the owner of the service those about the service as a whole. */
export async function listAuditEntries(context: ServiceContext, call: AuditCall) {
  const { caller, input } = call;
  checkRole(context, caller);
  const { first, last } =
    context.db.get(rangeRow, "SELECT (SELECT min(id) FROM audit) AS first, (SELECT max(id) FROM audit) AS last") ??
    emptyRange;
  const rows: AuditRow[] = [];
  let end = Math.min(Number(readCursor(input.cursor) ?? Number.POSITIVE_INFINITY), (last ?? 0) + 1);
  while (end > (first ?? 0) && rows.length <= input.limit) {
    const start = end - entriesPerStep;
    rows.push(...readEntries(context, call, { start, end, count: input.limit + 1 - rows.length }));
    end = start;
    await nextTurn();
  }
  return createResultPage(input, rows, (row) => row.id, toAuditEntry);
}

interface EntryRange {
  /** The first id. */
  readonly start: number;
  /** The id after the last one. */
  readonly end: number;
  readonly count: number;
}

function readEntries(
  context: ServiceContext,
  { caller, input }: AuditCall,
  { start, end, count }: EntryRange,
): AuditRow[] {
  const isServiceOwner = requireOwner(context).id === caller.userId;
  const { where, values } = createWhereClause([
    ["id >= ?", start],
    ["id < ?", end],
    [`(organization_id = ?${isServiceOwner ? " OR organization_id IS NULL" : ""})`, caller.organizationId],
    ["user_id = ?", input.userId],
    ["action = ?", input.action],
    ["at >= ?", toStoredTime(input.since)],
    ["at < ?", toStoredTime(input.until)],
    [`${searchedText} LIKE ? ESCAPE '\\'`, createLikePattern(input.q)],
  ]);
  return context.db.all(auditRow, `SELECT * FROM audit WHERE ${where} ORDER BY id DESC LIMIT ?`, ...values, count);
}

/** Whether a member with this role may read the audit log of the organization. */
export function isAuditReader(role: OrganizationResource["role"]): boolean {
  return role === "owner" || role === "admin";
}

const roleRow = organizationMemberSchema.pick({ role: true });

function checkRole({ db }: Pick<ServiceContext, "db">, { organizationId, userId }: Caller): void {
  const sql = "SELECT role FROM memberships WHERE organization_id = ? AND user_id = ?";
  const member = db.get(roleRow, sql, organizationId, userId);
  if (!member || !isAuditReader(member.role))
    throw new ServiceProblem("forbidden", "Only owners and admins of the organization can read its audit log.");
}

/** Stored times have milliseconds. */
const toStoredTime = (time: string | undefined) => time && new Date(time).toISOString();

function toAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: String(row.id),
    at: row.at,
    actor: {
      kind: row.actor,
      userId: row.user_id,
      name: row.user_name,
      email: row.user_email,
      keyId: row.key_id,
      keyName: row.key_name,
    },
    action: row.action,
    item: row.item_kind === null ? null : { kind: row.item_kind, id: row.item_id, name: row.item_name },
    fields: row.fields_json,
    address: row.address,
    status: row.status,
    code: row.code,
    requestId: row.request_id,
    count: row.count,
  };
}
