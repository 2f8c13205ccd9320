import * as z from "zod";
import { variableSchema } from "../../contract/servers.ts";
import type { Call, Caller, ServiceContext } from "../context.ts";
import { ServiceProblem } from "../problem.ts";
import { json } from "../rows/json.ts";
import { mergeEnvironment, readEnvironment } from "../serverEnvironment.ts";
import type { DeploymentSupervisor } from "./supervisor.ts";

const serverRow = z.object({ name: z.string(), artifact_id: z.string().nullable() });
const versionRow = z.object({ version: z.string(), variables_json: json(z.array(variableSchema)) });

/**
 * Orders a deployment. A version that wants variables which have no value is refused, not started: it would come up, look healthy
 * and fail at the first call.
 */
export function serverDeploy(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  { input, caller }: Call<"server.deploy">,
) {
  const { db } = context;
  return db.transaction(() => {
    const version = versionOf(context, caller, input.id, input.version);
    if (input.environment) {
      mergeEnvironment(context, input.id, input.environment);
      db.run(
        "UPDATE servers SET etag = etag + 1, updated_at = ? WHERE id = ?",
        context.clock().toISOString(),
        input.id,
      );
    }
    const environment = readEnvironment(context, input.id);
    const missing = version.variables_json.filter(({ name, required }) => required && !environment[name]);
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name);
      throw new ServiceProblem("unusable", `Version ${version.version} needs values for ${names.join(", ")}.`, {
        errors: names.map((name) => ({ path: `environment.${name}`, message: "needs a value" })),
      });
    }
    const triggeredBy = caller.userName;
    return supervisor.deploy({
      serverId: input.id,
      version: version.version,
      message: input.message ?? null,
      triggeredBy,
    });
  });
}

function versionOf(context: ServiceContext, caller: Caller, serverId: string, wanted: string | undefined) {
  const server = context.db.get(
    serverRow,
    `SELECT s.name, s.artifact_id FROM servers s JOIN projects p ON p.id = s.project_id
     WHERE s.id = ? AND p.organization_id = ?`,
    serverId,
    caller.organizationId,
  );
  if (!server) throw new ServiceProblem("not_found", `There is no server "${serverId}".`);
  const found = context.db.get(
    versionRow,
    `SELECT version, variables_json FROM versions WHERE artifact_id = ? AND (? IS NULL OR version = ?)
     ORDER BY id DESC LIMIT 1`,
    server.artifact_id,
    wanted ?? null,
    wanted ?? null,
  );
  if (found) return found;
  if (wanted !== undefined && server.artifact_id !== null)
    throw new ServiceProblem("not_found", `"${server.name}" has no version ${wanted}.`);
  throw new ServiceProblem("conflict", `"${server.name}" has no version yet. Generate it first.`);
}
