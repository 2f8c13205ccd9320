import * as z from "zod";
import { type InstallationResource, installationSchema, installationTargetSchema } from "../../../contract/skills.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

export const installationRow = z.object({
  ...storedColumns,
  skill_id: z.string(),
  version: z.string(),
  digest: z.string(),
  scope: installationTargetSchema.shape.scope,
  agent: z.string(),
  path: z.string(),
  machine: z.string(),
  status: installationSchema.shape.status,
});
export type InstallationRow = z.output<typeof installationRow>;

export function toInstallation(row: InstallationRow): InstallationResource {
  const { scope, agent, path, machine } = row;
  return {
    ...toStoredFields(row),
    skillId: row.skill_id,
    version: row.version,
    digest: row.digest,
    target: { scope, agent, path, machine },
    status: row.status,
  };
}
