import { defaultDeploymentTimes } from "../../deployments/deploymentTimes.ts";
import { attachAccounts } from "../../deployments/process/attachAccounts.ts";
import { createServerMask } from "../../deployments/process/listSecretValues.ts";
import { createHostReader } from "../../deployments/runners/serverHosts.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import { readProcessEnvironment } from "../../storage/serverEnvironment.ts";
import { openTemporaryTarget } from "./openTemporaryTarget.ts";
import type { ServerTestTarget, ServerTestTargetContext } from "./serverTestTarget.ts";

/** The environment of a server's process, and the mask that hides its secrets in results. */
export interface ProcessSettings {
  readonly environment: Readonly<Record<string, string>>;
  readonly mask: (text: string) => string;
}

export function readProcessSettings(
  { context, supervisor }: ServerTestTargetContext,
  serverId: string,
  version: VersionRow,
): ProcessSettings {
  const environment = readProcessEnvironment(context, serverId);
  return { environment, mask: createServerMask(supervisor.accounts, serverId, environment, version) };
}

/** Starts exactly this version for one run, with the variables and accounts of its server. It ends when the target is closed. */
export function openVersionTarget(
  { context, supervisor }: ServerTestTargetContext,
  { runId, serverId, version }: { readonly runId: string; readonly serverId: string; readonly version: VersionRow },
  settings: ProcessSettings,
  signal: AbortSignal,
): Promise<ServerTestTarget> {
  const tested = { runId, artifactId: version.artifact_id, version: version.version };
  const { environment } = settings;
  return openTemporaryTarget(
    context,
    defaultDeploymentTimes,
    {
      ...tested,
      serverId,
      ...settings,
      readAllowedHosts: createHostReader(context, { serverId, version, environment }),
      handleMessages: attachAccounts(supervisor.accounts, serverId),
    },
    signal,
  );
}
