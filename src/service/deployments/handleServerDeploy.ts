import type { Caller, ServiceCall, ServiceContext } from "../context.ts";
import { requireServerRow } from "../handlers/serverHandlers.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { findVersionRow } from "../registry/versions.ts";
import { mergeServerEnvironment, readServerEnvironment } from "../storage/serverEnvironment.ts";
import type { DeploymentSupervisor } from "./lifecycle/deploymentSupervisor.ts";

/**
 * Orders a deployment. A version that wants variables which have no value is refused, not started: it would come up, look healthy
 * and fail at the first call.
 */
export function handleServerDeploy(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  { input, caller }: ServiceCall<"server.deploy">,
) {
  const { db } = context;
  return db.transaction(() => {
    const version = versionOf(context, caller, input.id, input.version);
    if (input.environment) {
      mergeServerEnvironment(context, input.id, input.environment);
      db.run(
        "UPDATE servers SET etag = etag + 1, updated_at = ? WHERE id = ?",
        context.clock().toISOString(),
        input.id,
      );
    }
    const environment = readServerEnvironment(context, input.id);
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
  const { name, artifact_id: artifactId } = requireServerRow(context, caller.organizationId, serverId);
  const found = artifactId === null ? undefined : findVersionRow(context.db, artifactId, wanted);
  if (found) return found;
  if (wanted !== undefined && artifactId !== null)
    throw new ServiceProblem("not_found", `"${name}" has no version ${wanted}.`);
  throw new ServiceProblem("conflict", `"${name}" has no version yet. Generate it first.`);
}
