import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import { knownState } from "../../../contract/received.ts";
import { type RunnerKind, readRunnerKind, type ServerRunner } from "../../../contract/runners.ts";
import type { Server } from "../../../contract/servers.ts";
import { formatCount, formatQuantity } from "../../../text/language/formatQuantity.ts";
import { readAvailable } from "../../base/unavailability.ts";

const runnerLabels = {
  process: l10n.t("Process"),
  container: l10n.t("Container"),
  kubernetes: "Kubernetes",
} as const satisfies Record<RunnerKind, string>;

/** The runner as users read it; one that the contract does not know is in the service's own word. */
export function formatRunner(runsOn: string): string {
  const kind = readRunnerKind(runsOn);
  return kind ? runnerLabels[kind] : runsOn;
}

/** The word of a row; a process, which is the default, has none. */
export function formatRunnerWord(runsOn: string | null | undefined): string | undefined {
  if (!runsOn || runsOn === "process") return undefined;
  return runsOn === "container" ? l10n.t("container") : formatRunner(runsOn);
}

/** A runner that the service names. */
export type NamedRunner = ServerRunner & { readonly kind: string };

/** The runners of the service; empty where it does not say them. */
export async function readRunners(client: ServiceClient, signal?: AbortSignal): Promise<readonly NamedRunner[]> {
  const read = await readAvailable(client.call("organization.get", {}, signal ? { signal } : {}));
  const { runners = [] } = read.kind === "available" ? read.value : {};
  return runners.flatMap((runner) => (runner.kind === undefined ? [] : [{ ...runner, kind: runner.kind }]));
}

/** Where the servers of a project run that have no runner of their own; undefined: the service does not say. */
export async function readProjectRunner(
  client: ServiceClient,
  id: string | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const read = await readAvailable(client.call("project.get", { id }, signal ? { signal } : {}));
  return read.kind === "available" ? read.value.runsOn : undefined;
}

/** Where the next deployment of a server runs; undefined: the service does not say. */
export async function readServerRunner(
  client: ServiceClient,
  { runsOn, projectId }: Pick<Server, "runsOn" | "projectId">,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return runsOn === null ? readProjectRunner(client, projectId, signal) : runsOn;
}

/** The runner of a failed deployment, if it is not available now, with why and what to do. */
export async function findMissingRunner(
  client: ServiceClient,
  { runsOn, status }: Pick<Deployment, "runsOn" | "status">,
  signal?: AbortSignal,
): Promise<NamedRunner | undefined> {
  // Processes need nothing that could be missing.
  if (!runsOn || runsOn === "process" || knownState(status) !== "failed") return undefined;
  return (await readRunners(client, signal)).find(({ kind, available }) => kind === runsOn && available === false);
}

/** `container`, and what the next deployment runs on if that differs; undefined: a process, or the service does not say. */
export function formatServerRunner({ runsOn }: Server, live: Deployment | undefined): string | undefined {
  if (!live?.runsOn || !runsOn || runsOn === live.runsOn) return formatRunnerWord(live?.runsOn ?? runsOn);
  return l10n.t`${formatRunner(live.runsOn)}; the next deployment: ${formatRunner(runsOn)}`;
}

type LimitedServer = Pick<Server, "limits" | "stopWhenIdleMinutes">;

/** `256 MB of memory, 0.5 processors, stops after 30 minutes without calls`; undefined: none of them is set. */
export function formatLimits({ limits, stopWhenIdleMinutes }: LimitedServer): string | undefined {
  const { memoryMb, cpus } = limits ?? {};
  const parts = [
    ...(memoryMb === undefined ? [] : [l10n.t`${formatCount(memoryMb)} MB of memory`]),
    ...(cpus === undefined ? [] : [formatQuantity(cpus, l10n.t("processor"), l10n.t("processors"))]),
    ...(typeof stopWhenIdleMinutes === "number" ? [formatIdleStop(stopWhenIdleMinutes)] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : undefined;
}

function formatIdleStop(minutes: number): string {
  return minutes === 1
    ? l10n.t("stops after a minute without calls")
    : l10n.t`stops after ${formatCount(minutes)} minutes without calls`;
}
