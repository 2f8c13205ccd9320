import * as z from "zod";
import { defaultUserSettings, type UserSettingsResource, userSettingsSchema } from "../../../contract/userSettings.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

const { notifyOn } = userSettingsSchema.shape;

export const userSettingsRow = z.object({
  ...storedColumns,
  default_project_id: z.string().nullable(),
  test_timeout_ms: z.number().nullable(),
  keep_deployments: z.number().nullable(),
  notify_on: notifyOn.nullable(),
});

/** A user without saved settings has the defaults, with the user's creation time and etag 0. */
export const selectUserSettings = `
  SELECT u.id, coalesce(s.etag, 0) AS etag, u.created_at, coalesce(s.updated_at, u.created_at) AS updated_at,
    s.default_project_id, s.test_timeout_ms, s.keep_deployments, s.notify_on
  FROM users u LEFT JOIN user_settings s ON s.user_id = u.id`;

export function toUserSettings(row: z.output<typeof userSettingsRow>): UserSettingsResource {
  return {
    ...toStoredFields(row),
    defaultProjectId: row.default_project_id,
    testTimeoutMs: row.test_timeout_ms,
    keepDeployments: row.keep_deployments ?? defaultUserSettings.keepDeployments,
    notifyOn: row.notify_on ?? defaultUserSettings.notifyOn,
  };
}
