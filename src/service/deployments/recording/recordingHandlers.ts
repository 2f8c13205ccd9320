import { isDeploymentFinished } from "../../../contract/deployments.ts";
import { recordingLimits } from "../../../contract/routes/recordingEnds.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../../context.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { findServerVersionRow } from "../../registry/versions.ts";
import { type DeploymentRow, requireDeploymentRow } from "../deploymentStore.ts";
import type { DeploymentSupervisor } from "../lifecycle/deploymentSupervisor.ts";
import { createServerMask } from "../process/listSecretValues.ts";

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
  const { id } = requireDeploymentRow(supervisor.store, caller, input.id);
  return { recording: supervisor.recordings.describe(id), ...supervisor.recordings.list(id, input.after) };
}

function changeRecording(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  { caller, input }: ServiceCall<"recording.change">,
) {
  const { recordings, events } = supervisor;
  const row = requireDeploymentRow(supervisor.store, caller, input.id);
  if (!input.active) recordings.end(row.id, "stopped");
  else {
    const startedBy = caller.userName;
    recordings.start(row.id, { startedBy, maskServerSecrets: createLiveServerMask(context, supervisor, row) });
    const { calls, minutes } = recordingLimits;
    const message = `${startedBy} records the calls of tools, at most ${calls} and for ${minutes} minutes`;
    events.enqueue(row.id, { kind: "step", level: "info", message, data: { step: "record" } });
  }
  const recording = recordings.describe(row.id);
  if (recording) return recording;
  throw new ServiceProblem("conflict", "The calls of this deployment are not recorded.");
}

function createLiveServerMask(context: ServiceContext, { live, accounts }: DeploymentSupervisor, row: DeploymentRow) {
  const { id, server_id: serverId, version, status } = row;
  const instance = live(serverId);
  if (instance?.deploymentId !== id || isDeploymentFinished(status))
    throw new ServiceProblem(
      "conflict",
      "Only a live deployment can be recorded. Start its server, or deploy it again.",
    );
  const declared = findServerVersionRow(context.db, serverId, version);
  return createServerMask(accounts, serverId, instance.environment, declared);
}
