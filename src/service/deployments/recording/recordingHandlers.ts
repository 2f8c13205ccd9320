import type * as z from "zod";
import { isDeploymentFinished } from "../../../contract/deployments.ts";
import { recordingLimits } from "../../../contract/routes/recordingEnds.ts";
import { recordingRoutes } from "../../../contract/routes/recordingRoutes.ts";
import type { Caller, ServiceContext } from "../../context.ts";
import type { CallerRoute } from "../../http/operationRoute.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { findVersionRow, readArtifactId } from "../../registry/versions.ts";
import type { DeploymentRow } from "../deploymentStore.ts";
import type { DeploymentSupervisor } from "../lifecycle/deploymentSupervisor.ts";
import { listSecretValues } from "../process/listSecretValues.ts";
import { createGrowingSecretMask } from "../process/processEnvironment.ts";

interface RecordingCall<Input> {
  readonly caller: Caller;
  readonly input: Input;
}
type Routes = typeof recordingRoutes;
type ReadCall = RecordingCall<z.output<Routes["recording.traces"]["query"]>>;
type ChangeCall = RecordingCall<
  z.output<Routes["recording.change"]["query"]> & z.output<Routes["recording.change"]["body"]>
>;

/** The routes for the recordings of deployments. */
export function createRecordingRoutes(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
): readonly CallerRoute[] {
  // The schemas of the routes produced the input.
  return [
    {
      name: "recording.traces",
      operation: recordingRoutes["recording.traces"],
      run: (call) => readTraces(supervisor, call as ReadCall),
    },
    {
      name: "recording.change",
      operation: recordingRoutes["recording.change"],
      run: (call) => changeRecording(context, supervisor, call as ChangeCall),
    },
  ];
}

function readTraces(supervisor: DeploymentSupervisor, { caller, input }: ReadCall) {
  const { id } = requireDeployment(supervisor, caller, input.id);
  return { recording: supervisor.recordings.describe(id), ...supervisor.recordings.list(id, input.after) };
}

function changeRecording(context: ServiceContext, supervisor: DeploymentSupervisor, { caller, input }: ChangeCall) {
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
