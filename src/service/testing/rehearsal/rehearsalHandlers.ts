import type { OperationHandlers, ServiceCall, ServiceContext } from "../../context.ts";
import { requireDeploymentRow } from "../../deployments/deploymentStore.ts";
import type { DeploymentInstance } from "../../deployments/lifecycle/deploymentInstance.ts";
import type { DeploymentSupervisor } from "../../deployments/lifecycle/deploymentSupervisor.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { readVersionSurface } from "../../registry/listedTools.ts";
import { findServerVersionRow } from "../../registry/versions.ts";
import { detectSupportedEras } from "../server/detectSupportedEras.ts";
import { createInstanceTarget } from "../server/serverTestTarget.ts";
import { createTargetClient } from "../server/targetClient.ts";
import { type RehearsedVersion, rehearseCall } from "./rehearseCall.ts";

/** Calls of one request, so that the caller sees progress and can cancel. */
const mostCalls = 20;

/** Makes recorded calls again at the preview of a version. */
export function rehearsalHandlers(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
): OperationHandlers<"preview.rehearse"> {
  return { "preview.rehearse": (call) => rehearse(context, supervisor, call) };
}

async function rehearse(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  { caller, input, signal }: ServiceCall<"preview.rehearse">,
) {
  const row = requireDeploymentRow(supervisor.store, caller, input.id);
  const { server_id: serverId, version } = row;
  const [preview, live] = [supervisor.find(serverId, version), supervisor.live(serverId)];
  if (preview?.deploymentId !== row.id)
    throw new ServiceProblem("conflict", "This deployment is no preview that runs. Deploy the version as a preview.");
  if (!live) throw new ServiceProblem("conflict", "The server has no live version whose calls could be made again.");
  if (!supervisor.recordings.describe(live.deploymentId))
    throw new ServiceProblem(
      "conflict",
      "No calls of the live version were recorded. Start a recording of its deployment, let its tools be called, then rehearse.",
    );
  const recorded = supervisor.recordings.list(live.deploymentId, input.after);
  const traces = recorded.traces.slice(0, mostCalls);
  const liveVersion = supervisor.store.row(live.deploymentId)?.version ?? "";
  const versionRow = findServerVersionRow(context.db, serverId, liveVersion);
  const tools = (versionRow && readVersionSurface(context.db, versionRow.id)) ?? [];
  const [before, after] = await Promise.all([
    openVersion(live, () => supervisor.live(serverId) === live, signal),
    openVersion(preview, () => supervisor.find(serverId, version) === preview, signal),
  ]);
  try {
    const calls = [];
    for (const trace of traces) calls.push(await rehearseCall({ before, after, tools }, trace, signal));
    return { calls, hasMore: recorded.hasMore || traces.length < recorded.traces.length };
  } finally {
    await Promise.all([before.close(), after.close()]);
  }
}

async function openVersion(
  instance: DeploymentInstance,
  isCurrent: () => boolean,
  signal: AbortSignal,
): Promise<RehearsedVersion & { close(): Promise<void> }> {
  const target = createInstanceTarget(instance, isCurrent);
  const client = createTargetClient(target);
  const close = async () => {
    await client.close();
    await target.close();
  };
  try {
    const { best } = await detectSupportedEras(client, undefined, signal);
    return { client, era: best, close };
  } catch (error) {
    await close();
    throw error;
  }
}
