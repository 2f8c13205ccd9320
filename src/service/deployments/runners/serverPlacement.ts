import * as z from "zod";
import type { DeploymentResource } from "../../../contract/deployments.ts";
import {
  type RunnerKind,
  readRunnerKind,
  runnerKindSchema,
  type ServerLimits,
  serverLimitsSchema,
} from "../../../contract/runners.ts";
import type { ServiceContext } from "../../context.ts";
import { jsonColumn } from "../../storage/rows/jsonColumn.ts";

/** Where and how a server's next deployment runs. */
export interface ServerPlacement {
  readonly runsOn: RunnerKind;
  readonly limits: ServerLimits;
  /** The minutes without requests after which its process ends; null: it runs on. */
  readonly stopWhenIdleMinutes: number | null;
}

const placementRow = z.object({
  runs_on: runnerKindSchema,
  limits_json: jsonColumn(serverLimitsSchema),
  stop_when_idle_minutes: z.number().nullable(),
});

/** Earlier versions of the service saved no runner. */
export const readDeploymentRunner = ({ runsOn }: Pick<DeploymentResource, "runsOn">): RunnerKind =>
  readRunnerKind(runsOn) ?? "process";

export function readServerPlacement({ db }: Pick<ServiceContext, "db">, serverId: string): ServerPlacement {
  const sql = `SELECT coalesce(s.runs_on, p.runs_on) AS runs_on, s.limits_json, s.stop_when_idle_minutes
    FROM servers s JOIN projects p ON p.id = s.project_id WHERE s.id = ?`;
  const row = db.get(placementRow, sql, serverId);
  if (!row) throw new Error(`There is no server ${serverId}.`);
  const { runs_on: runsOn, limits_json: limits, stop_when_idle_minutes: stopWhenIdleMinutes } = row;
  return { runsOn, limits, stopWhenIdleMinutes };
}
