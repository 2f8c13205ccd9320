import { isDeepStrictEqual } from "node:util";
import { type DeploymentResource, isDeploymentFinished } from "../../../contract/deployments.ts";
import type { RunnerKind } from "../../../contract/runners.ts";
import { retryDatabaseWrite } from "../../storage/retryDatabaseWrite.ts";
import { readProcessEnvironment } from "../../storage/serverEnvironment.ts";
import type { DeploymentChange, DeploymentRow } from "../deploymentStore.ts";
import { readServerPlacement } from "../runners/serverPlacement.ts";
import { type DeploymentContext, type DeploymentSlot, trackBackgroundWork } from "./deploymentContext.ts";
import { removeDeploymentFolder } from "./deploymentFolder.ts";
import type { DeploymentInstance } from "./deploymentInstance.ts";

/** A preview without calls ends by itself. */
export const previewIdleMinutes = 60;

/** Lets an instance take the requests of its server. The previous one finishes its running requests and is stopped. */
export function takeRequests(
  { context, times }: DeploymentContext,
  slot: DeploymentSlot,
  instance: DeploymentInstance,
): void {
  const previous = slot.live;
  slot.live = instance;
  if (!previous) return;
  const stopped = previous.stop(times.drainMs).then(() => removeDeploymentFolder(context, previous.deploymentId));
  trackBackgroundWork(context, slot, stopped);
}

/** Shows a version at the URL of its preview, in place of the preview before. */
export function showPreview(
  parts: DeploymentContext,
  { id, serverId, version }: DeploymentResource,
  instance: DeploymentInstance,
  change: DeploymentChange,
): void {
  const slot = parts.getSlot(serverId);
  parts.store.change(id, change);
  const previous = slot.preview?.instance;
  slot.preview = { version, instance };
  const replaced = { status: "superseded", message: "A newer preview replaced this one." } as const;
  if (previous) trackBackgroundWork(parts.context, slot, stopInstance(parts, previous, replaced));
}

interface PromotedVersion {
  readonly serverId: string;
  readonly version: string;
  readonly runsOn: RunnerKind;
}

/** Makes the preview of a version live with its process, if that has the variables that a new one would have. */
export function promotePreview(
  parts: DeploymentContext,
  { serverId, version, runsOn }: PromotedVersion,
): DeploymentResource | undefined {
  const { context, store, times } = parts;
  const slot = parts.getSlot(serverId);
  const { preview } = slot;
  const row = preview && store.row(preview.instance.deploymentId);
  if (row?.version !== version || row.status !== "running" || row.runs_on !== runsOn) return undefined;
  if (!isDeepStrictEqual(preview?.instance.environment, readProcessEnvironment(context, serverId))) return undefined;
  store.makeLive(row.id, serverId, { status: "running", message: "The preview is live now." });
  context.db.afterCommit(() => {
    if (!preview || slot.preview !== preview) return;
    slot.preview = undefined;
    const minutes = readServerPlacement(context, serverId).stopWhenIdleMinutes;
    preview.instance.changeIdleTime(minutes === null ? undefined : minutes * times.idleMinuteMs);
    takeRequests(parts, slot, preview.instance);
  });
  return store.get(row.id);
}

/** Ends the preview of a server, after the commit. */
export function endPreview(parts: DeploymentContext, row: DeploymentRow, message: string): void {
  const { context, getSlot } = parts;
  const slot = getSlot(row.server_id);
  const instance = slot.preview?.instance;
  if (instance?.deploymentId !== row.id) return;
  context.db.afterCommit(() => {
    slot.preview = undefined;
    trackBackgroundWork(context, slot, stopInstance(parts, instance, { status: "stopped", message }));
  });
}

/** Stops an instance after its running requests, and saves its end. */
export async function stopInstance(
  { context, events, store, times, closing }: DeploymentContext,
  instance: DeploymentInstance,
  end: DeploymentChange,
): Promise<void> {
  const { deploymentId } = instance;
  events.enqueue(deploymentId, { kind: "step", level: "info", message: "Stopping", data: { step: "stop" } });
  await instance.stop(times.drainMs);
  await removeDeploymentFolder(context, deploymentId);
  const save = () => {
    // A newer deployment may have replaced this one and saved its end.
    const row = store.row(deploymentId);
    if (row && !isDeploymentFinished(row.status)) store.change(row.id, end);
  };
  await retryDatabaseWrite(context, `The end of ${deploymentId}`, save, closing);
}
