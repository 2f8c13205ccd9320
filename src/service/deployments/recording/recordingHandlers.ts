import { isDeploymentFinished } from "../../../contract/deployments.ts";
import { recordingLimits } from "../../../contract/routes/recordingEnds.ts";
import type { Caller, OperationHandlers, ServiceCall, ServiceContext } from "../../context.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { findVersionRow, readArtifactId } from "../../registry/versions.ts";
import type { DeploymentRow } from "../deploymentStore.ts";
import type { DeploymentSupervisor } from "../lifecycle/deploymentSupervisor.ts";
import { listSecretValues } from "../process/listSecretValues.ts";
import { createGrowingSecretMask } from "../process/processEnvironment.ts";

/** The routes for the recordings of deployments. */
export function recordingHandlers(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
): OperationHandlers<"recording.traces" | "recording.change"> {
  return {
    "recording.traces": (call) => readTraces(supervisor, call),
    "recording.change": (call) => changeRecording(context, supervisor, call),
  };
}

function readTraces(supervisor: DeploymentSupervisor, { caller, input }: ServiceCall<"recording.traces">) {
  const { id } = requireDeployment(supervisor, caller, input.id);
  return { recording: supervisor.recordings.describe(id), ...supervisor.recordings.list(id, input.after) };
}

function changeRecording(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  { caller, input }: ServiceCall<"recording.change">,
) {
  const { recordings, events } = supervisor;
  const row = requireDeployment(supervisor, caller, input.id);
  if (!input.active) recordings.end(row.id, "stopped");
  else {
    const startedBy = caller.userName;
    recordings.start(row.id, { startedBy, maskServerSecrets: createServerMask(context, supervisor, row) });
    const { calls, minutes } = recordingLimits;
    const message = `${startedBy} records the calls of tools, at most ${calls} and for ${minutes} minutes`;
    events.enqueue(row.id, { kind: "step", level: "info", message, data: { step: "record" } });
  }
  const recording = recordings.describe(row.id);
  if (recording) return recording;
  throw new ServiceProblem("conflict", "The calls of this deployment are not recorded.");
}

function requireDeployment({ store }: DeploymentSupervisor, caller: Caller, id: string): DeploymentRow {
  const join = "JOIN projects p ON p.id = d.project_id WHERE d.id = ? AND p.organization_id = ?";
  const [row] = store.rows(join, id, caller.organizationId);
  if (!row) throw new ServiceProblem("not_found", `There is no deployment "${id}".`);
  return row;
}

function createServerMask(context: ServiceContext, { live, accounts }: DeploymentSupervisor, row: DeploymentRow) {
  const { id, server_id: serverId, version, status } = row;
  const instance = live(serverId);
  if (instance?.deploymentId !== id || isDeploymentFinished(status))
    throw new ServiceProblem(
      "conflict",
      "Only a live deployment can be recorded. Start its server, or deploy it again.",
    );
  const artifactId = readArtifactId(context.db, serverId);
  const declared = artifactId === undefined ? undefined : findVersionRow(context.db, artifactId, version);
  return createGrowingSecretMask(listSecretValues(instance.environment, declared), () =>
    accounts.listRecentTokens(serverId),
  );
}
