import * as z from "zod";
import { emptyQuerySchema, idSchema, modifying, type Operation, reading, storedItemShape } from "./operation.ts";
import type { Received } from "./received.ts";

/** Which finished deployments the editor reports. */
export const notifyOnLevels = ["all", "failures", "none"] as const;

const fields = {
  defaultProjectId: idSchema.nullable().describe("The default project of new servers and skills."),
  testTimeoutMs: z
    .number()
    .int()
    .min(1000)
    .max(600_000)
    .nullable()
    .describe("The time limit of one test case; null: the default of its kind."),
  keepDeployments: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .describe(
      "Finished deployments kept for each server, with their events; older ones are removed. The member who asks for most decides.",
    ),
  notifyOn: z.enum(notifyOnLevels).describe("Which finished deployments the editor reports."),
};

export const userSettingsSchema = z.looseObject({ ...storedItemShape, ...fields });
export type UserSettingsResource = z.output<typeof userSettingsSchema>;
export type UserSettings = Received<UserSettingsResource, never>;

/** The default settings. */
export const defaultUserSettings = {
  defaultProjectId: null,
  testTimeoutMs: null,
  keepDeployments: 50,
  notifyOn: "all",
} as const satisfies Pick<UserSettingsResource, keyof typeof fields>;

export const userSettingsOperations = {
  "userSettings.get": {
    ...reading,
    path: "/api/v1/user-settings",
    kind: "userSetting",
    summary: "Read user settings.",
    resource: "settings",
    query: emptyQuerySchema,
    output: userSettingsSchema,
  },
  "userSettings.update": {
    ...modifying,
    path: "/api/v1/user-settings",
    kind: "userSetting",
    summary: "Modify user settings; null restores a default.",
    query: emptyQuerySchema,
    body: z.strictObject({
      defaultProjectId: fields.defaultProjectId.optional(),
      testTimeoutMs: fields.testTimeoutMs.optional(),
      keepDeployments: fields.keepDeployments.nullable().optional(),
      notifyOn: fields.notifyOn.nullable().optional(),
    }),
    output: userSettingsSchema,
  },
} as const satisfies Record<string, Operation>;
