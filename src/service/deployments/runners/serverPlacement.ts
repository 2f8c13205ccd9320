import * as z from "zod";
import { type RunnerKind, runnerKindSchema, type ServerLimits, serverLimitsSchema } from "../../../contract/runners.ts";
import type { ServiceContext } from "../../context.ts";
import { jsonColumn } from "../../storage/rows/jsonColumn.ts";

/** Where and how a server's next deployment runs. */
export interface ServerPlacement {
  readonly runsOn: RunnerKind;
  readonly limits: ServerLimits;
  readonly replicas: number;
}

const placementRow = z.object({
  runs_on: runnerKindSchema,
  limits_json: jsonColumn(serverLimitsSchema),
  replicas: z.number(),
});

export function readServerPlacement({ db }: Pick<ServiceContext, "db">, serverId: string): ServerPlacement {
  const sql = `SELECT coalesce(s.runs_on, p.runs_on) AS runs_on, s.limits_json, s.replicas
    FROM servers s JOIN projects p ON p.id = s.project_id WHERE s.id = ?`;
  const row = db.get(placementRow, sql, serverId);
  if (!row) throw new Error(`There is no server ${serverId}.`);
  return { runsOn: row.runs_on, limits: row.limits_json, replicas: row.replicas };
}
