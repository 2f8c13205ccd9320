import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import { type Deployment, isDeploymentFinished, isDeploymentLive } from "../../../../contract/deployments.ts";
import type { Server } from "../../../../contract/servers.ts";
import { type EditorServices, runCancellable } from "../../../base/editorServices.ts";
import { readErrorMessage } from "../../../base/failure.ts";
import { isDeploymentUnderWay } from "../../model/serverState.ts";

export type TestedPreview = ReturnType<typeof createTestedPreview>;

/**
 * Starts the version that is tested and then deployed, so that the process whose tests pass becomes live. undefined: the service has no
 * previews, the server has one or is being deployed already, or the version does not start, which its tests explain.
 */
export async function startPreview(
  app: Pick<EditorServices, "progress" | "log">,
  client: ServiceClient,
  { id, name, runsOn }: Server,
  version: string,
): Promise<TestedPreview | "cancelled" | undefined> {
  // Services of others have neither.
  if (runsOn === undefined) return undefined;
  const called = `${name} ${version}`;
  const log = (error: unknown) => app.log.warning(`The preview of ${called}: ${readErrorMessage(error)}`);
  let deployed: Deployment | undefined;
  const start = async (signal: AbortSignal) => {
    const { items } = await client.call("deployments.list", { serverId: id, limit: 20 }, { signal });
    if (items.some((one) => isDeploymentUnderWay(one) || (one.preview && isDeploymentLive(one.status)))) return false;
    deployed = await client.call("server.deploy", { id, version, preview: true });
    return waitUntilLive(client, deployed.id, signal);
  };
  const started = await runCancellable(app.progress, l10n.t`Starting ${called}`, (_, signal) => start(signal)).catch(
    log,
  );
  const preview = deployed && createTestedPreview(client, deployed.id, log);
  if (started?.kind === "done" && started.value) return preview;
  await preview?.[Symbol.asyncDispose]();
  return started?.kind === "cancelled" ? "cancelled" : undefined;
}

/** A version that runs beside the live one for its tests. Disposing of it ends it, unless it became live. */
function createTestedPreview(client: ServiceClient, id: string, onError: (error: unknown) => void) {
  let isKept = false;
  return {
    id,
    /** Lets it run, because its tests go on. It ends after an hour without calls. */
    keep: () => {
      isKept = true;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      if (!isKept) await discardPreview(client, id).catch(onError);
    },
  };
}

/** Whether the deployment runs in the end. */
async function waitUntilLive(client: ServiceClient, deploymentId: string, signal: AbortSignal): Promise<boolean> {
  for await (const { kind, data } of client.events(deploymentId, { signal })) {
    if (kind === "state" && data?.status === "running") return true;
  }
  return false;
}

/** Ends what is a preview still. */
async function discardPreview(client: ServiceClient, deploymentId: string): Promise<void> {
  const { preview, status } = await client.call("deployment.get", { id: deploymentId });
  if (preview && !isDeploymentFinished(status)) await client.discardPreview(deploymentId);
}
