import * as z from "zod";
import { emptyQuerySchema, idSchema, type Operation, storedItemShape } from "./operation.ts";
import type { Received } from "./received.ts";

/** When the editor speaks up about deployments that are over. */
export const notifyOnLevels = ["all", "failures", "none"] as const;

const fields = {
  defaultProjectId: idSchema.nullable().describe("The project that new servers and skills go to where none is chosen."),
  testTimeoutMs: z
    .number()
    .int()
    .min(1000)
    .max(600_000)
    .nullable()
    .describe("The longest one test case may take; null: as its kind needs."),
  keepDeployments: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .describe(
      "Finished deployments kept for each server, with their events; older ones are removed. The member who asks for most decides.",
    ),
  notifyOn: z.enum(notifyOnLevels).describe("Which deployments that are over the editor tells of."),
};

export const userSettingsSchema = z.looseObject({ ...storedItemShape, ...fields });
export type UserSettingsResource = z.output<typeof userSettingsSchema>;
export type UserSettings = Received<UserSettingsResource, never>;

/** What holds until something else is asked for. */
export const defaultUserSettings = {
  defaultProjectId: null,
  testTimeoutMs: null,
  keepDeployments: 50,
  notifyOn: "all",
} as const satisfies Pick<UserSettingsResource, keyof typeof fields>;

export const userSettingsOperations = {
  "userSettings.get": {
    method: "GET",
    path: "/api/v1/user-settings",
    summary: "Read user settings.",
    scope: "read",
    query: emptyQuerySchema,
    body: null,
    success: 200,
    output: userSettingsSchema,
  },
  "userSettings.update": {
    method: "PATCH",
    path: "/api/v1/user-settings",
    summary: "Modify user settings; null brings back what is usual.",
    scope: "write",
    query: emptyQuerySchema,
    body: z.strictObject({
      defaultProjectId: fields.defaultProjectId.optional(),
      testTimeoutMs: fields.testTimeoutMs.optional(),
      keepDeployments: fields.keepDeployments.nullable().optional(),
      notifyOn: fields.notifyOn.nullable().optional(),
    }),
    success: 200,
    output: userSettingsSchema,
  },
} as const satisfies Record<string, Operation>;
