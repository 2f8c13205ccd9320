import * as z from "zod";
import { defaultUserSettings, type UserSettingsResource, userSettingsSchema } from "../../contract/userSettings.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { createFieldProblem, ServiceProblem } from "../http/serviceProblem.ts";
import { storedColumns, toStoredFields } from "../storage/rows/storedRow.ts";
import { checkIfMatch } from "../storage/writeItems.ts";
import { findProjectRow } from "./projectHandlers.ts";

/** `pruneDeployments` runs after a user's number of deployments to keep decreases. */
export function userSettingsHandlers(
  context: ServiceContext,
  pruneDeployments: (userId: string) => void,
): OperationHandlers<"userSettings.get" | "userSettings.update"> {
  return {
    "userSettings.get": ({ caller }) => toUserSettings(readRow(context, caller.userId)),
    "userSettings.update": (call) => update(context, pruneDeployments, call),
  };
}

function readRow(context: ServiceContext, userId: string) {
  const row = context.db.get(userSettingsRow, `${selectUserSettings} WHERE u.id = ?`, userId);
  if (!row) throw new ServiceProblem("unauthenticated", "This user was just removed.");
  return row;
}

function update(
  context: ServiceContext,
  pruneDeployments: (userId: string) => void,
  { input, caller, ifMatch }: ServiceCall<"userSettings.update">,
): UserSettingsResource {
  const row = readRow(context, caller.userId);
  checkIfMatch(ifMatch, row.etag);
  checkProject(context, caller.organizationId, input.defaultProjectId);
  const before = toUserSettings(row);
  const now = context.clock().toISOString();
  context.db.run(
    `INSERT INTO user_settings (user_id, default_project_id, test_timeout_ms, keep_deployments, notify_on, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id) DO UPDATE SET default_project_id = excluded.default_project_id,
       test_timeout_ms = excluded.test_timeout_ms, keep_deployments = excluded.keep_deployments,
       notify_on = excluded.notify_on, etag = etag + 1, updated_at = excluded.updated_at`,
    caller.userId,
    mergeSetting(input.defaultProjectId, before.defaultProjectId, defaultUserSettings.defaultProjectId),
    mergeSetting(input.testTimeoutMs, before.testTimeoutMs, defaultUserSettings.testTimeoutMs),
    mergeSetting(input.keepDeployments, before.keepDeployments, defaultUserSettings.keepDeployments),
    mergeSetting(input.notifyOn, before.notifyOn, defaultUserSettings.notifyOn),
    now,
    now,
  );
  const after = toUserSettings(readRow(context, caller.userId));
  if (after.keepDeployments < before.keepDeployments) context.db.afterCommit(() => pruneDeployments(caller.userId));
  return after;
}

/** `undefined` retains the value, null resets it to the default. */
function mergeSetting<T>(requested: T | null | undefined, before: T, defaultValue: T): T {
  return requested === undefined ? before : (requested ?? defaultValue);
}

function checkProject(context: ServiceContext, organizationId: string, id: string | null | undefined): void {
  if (id === null || id === undefined || findProjectRow(context, organizationId, id)) return;
  throw createFieldProblem("unusable", "defaultProjectId", `There is no project "${id}" in this organization.`);
}

const { notifyOn } = userSettingsSchema.shape;

const userSettingsRow = z.object({
  ...storedColumns,
  default_project_id: z.string().nullable(),
  test_timeout_ms: z.number().nullable(),
  keep_deployments: z.number().nullable(),
  notify_on: notifyOn.nullable(),
});

/** A user without saved settings has the defaults, with the user's creation time and etag 0. */
const selectUserSettings = `
  SELECT u.id, coalesce(s.etag, 0) AS etag, u.created_at, coalesce(s.updated_at, u.created_at) AS updated_at,
    s.default_project_id, s.test_timeout_ms, s.keep_deployments, s.notify_on
  FROM users u LEFT JOIN user_settings s ON s.user_id = u.id`;

function toUserSettings(row: z.output<typeof userSettingsRow>): UserSettingsResource {
  return {
    ...toStoredFields(row),
    defaultProjectId: row.default_project_id,
    testTimeoutMs: row.test_timeout_ms,
    keepDeployments: row.keep_deployments ?? defaultUserSettings.keepDeployments,
    notifyOn: row.notify_on ?? defaultUserSettings.notifyOn,
  };
}
