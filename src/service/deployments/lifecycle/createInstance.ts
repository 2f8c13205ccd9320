import type { DeploymentResource } from "../../../contract/deployments.ts";
import { readApiCheckRequest } from "../../../contract/registry.ts";
import type { ServiceContext } from "../../context.ts";
import { createToolRecorder } from "../../registry/listedTools.ts";
import { findServerVersionRow } from "../../registry/versions.ts";
import { readProcessEnvironment } from "../../storage/serverEnvironment.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import type { DeploymentFailure } from "../deploymentFailure.ts";
import { pinTools } from "../health/toolPins.ts";
import { attachAccounts } from "../process/attachAccounts.ts";
import { createServerMask } from "../process/listSecretValues.ts";
import { listRefusedVariables } from "../process/processEnvironment.ts";
import { createServerLog } from "../process/serverLog.ts";
import { createServerEgress, describeRefusedHost, type RefusalReason } from "../runners/serverEgress.ts";
import { createHostReader, listCredentialsWithoutHosts } from "../runners/serverHosts.ts";
import { readDeploymentRunner, readServerPlacement } from "../runners/serverPlacement.ts";
import type { DeploymentContext } from "./deploymentContext.ts";
import { DeploymentInstance, type InstanceOptions } from "./deploymentInstance.ts";
import { type LaunchOptions, launchServer } from "./launchServer.ts";
import type { InstanceObserver } from "./replicaReports.ts";

/** Creates the instance of a deployment and saves the state of its processes as the deployment's status. `start` is for a new one. */
export function createInstance(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  files: LaunchOptions["files"],
  onFailed: (parts: DeploymentContext, deployment: DeploymentResource, failure: DeploymentFailure) => void,
) {
  const { context, times, limitStarts } = parts;
  const shared = createLaunchOptions(parts, deployment, files);
  const { environment, placement } = shared;
  const { startsAllReplicas } = context.runners.drivers[placement.runsOn];
  const count = startsAllReplicas ? 1 : placement.replicas;
  const minutes = placement.stopWhenIdleMinutes;
  const canCheckApi = checksApi(context, deployment);
  const replicas = Array.from({ length: count }, (_, index) => {
    const options = createReplicaOptions(parts, shared, count > 1 ? index + 1 : undefined);
    return {
      serverLog: options.log,
      // Each check is a request at the API.
      checksApi: canCheckApi && index === 0,
      launch: (signal: AbortSignal) => limitStarts(() => launchServer(options, signal)),
    };
  });
  const instance = new DeploymentInstance(
    {
      deploymentId: deployment.id,
      times,
      context,
      environment,
      replicas,
      stopWhenIdleMs: minutes === null ? undefined : minutes * times.idleMinuteMs,
    },
    { ...createStatusWriter(parts, deployment), failed: (failure) => onFailed(parts, deployment, failure) },
  );
  return { instance, start: (signal: AbortSignal) => startReplicas(instance, replicas, signal) };
}

/** Rejects with the reason if one of the processes does not get ready, without a second attempt. */
export async function startReplicas(
  instance: Pick<DeploymentInstance, "setLaunched">,
  replicas: InstanceOptions["replicas"],
  signal: AbortSignal,
): Promise<void> {
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  // All attempts end before this rejects, so that a stop of the instance ends each process that got ready.
  await Promise.all(
    replicas.map(({ launch }, index) =>
      launch(either).then(
        (launched) => instance.setLaunched(index, launched),
        (error) => failing.abort(error),
      ),
    ),
  );
  failing.signal.throwIfAborted();
}

/** Saves what happens to an instance. */
function createStatusWriter(
  { context, store, health, events }: DeploymentContext,
  deployment: DeploymentResource,
): Omit<InstanceObserver, "failed"> {
  const { id } = deployment;
  return {
    probed: (result) => {
      health.record(id, result);
      if (result.tools) pinTools(context, events, deployment, result.tools);
    },
    running: ({ sandbox, process: { image } }, message) =>
      store.change(id, { status: "running", message, sandbox, image }),
    improved: (message) => store.change(id, { status: "degraded", level: "info", message }),
    idle: () => store.change(id, { status: "running", message: "Stopped because idle.", isIdle: true }),
    degraded: (message, others) => {
      context.telemetry?.add("fairlead.server.restarts", 1, { "fairlead.server.id": deployment.serverId });
      context.db.transaction(() => {
        store.change(id, { status: "degraded", message, restarted: true });
        if (others) health.record(id, others);
        else health.recordExit(id, message);
      });
    },
  };
}

/** Whether the version's manifest names a request that checks its API. */
function checksApi({ db }: ServiceContext, { serverId, version }: DeploymentResource): boolean {
  return readApiCheckRequest(findServerVersionRow(db, serverId, version)?.manifest_json) !== undefined;
}

/** The log of a replica is its own, and its events name it by its number; `undefined`: there is one replica. */
function createReplicaOptions(
  { context }: DeploymentContext,
  shared: Omit<LaunchOptions, "log">,
  replica: number | undefined,
): LaunchOptions {
  const { deploymentId, mask } = shared;
  const enqueue: DeploymentEventLog["enqueue"] = (id, event) =>
    shared.events.enqueue(id, { ...event, data: { ...event.data, replica } });
  const events = replica === undefined ? shared.events : { enqueue };
  return { ...shared, events, log: createServerLog(context, events, deploymentId, mask) };
}

function createLaunchOptions(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  files: LaunchOptions["files"],
): Omit<LaunchOptions, "log"> {
  const { context, events, times, accounts } = parts;
  const { id, serverId, version } = deployment;
  const environment = readProcessEnvironment(context, serverId);
  const refused = listRefusedVariables(environment);
  if (refused.length > 0) {
    const message = `The server does not receive these variables, because they change how Node itself runs: ${refused.join(", ")}`;
    events.enqueue(id, { kind: "log", level: "warning", message });
  }
  const handleMessages = attachAccounts(accounts, serverId);
  const declared = findServerVersionRow(context.db, serverId, version);
  for (const message of listCredentialsWithoutHosts(declared, environment))
    events.enqueue(id, { kind: "log", level: "warning", message });
  const mask = createServerMask(accounts, serverId, environment, declared);
  const egress = createServerEgress({
    userZone: context.userZone,
    readAllowedHosts: createHostReader(context, { serverId, version: declared, environment }),
    onRefused: createRefusedHostReporter(events, id),
  });
  return {
    context,
    events,
    times,
    mask,
    deploymentId: id,
    serverId,
    files,
    environment,
    egress,
    handleMessages,
    placement: { ...readServerPlacement(context, serverId), runsOn: readDeploymentRunner(deployment) },
    onTools: createToolRecorder(context, { artifactId: declared?.artifact_id ?? "", version }, mask),
  };
}

/** The most hosts that are reported for one process. A server may try any number of them. */
const mostReported = 50;

/** Returns a function that records each refused host of a deployment once, with the host as `data.refusedHost` and the reason as `data.reason`. */
export function createRefusedHostReporter(
  events: Pick<DeploymentEventLog, "enqueue">,
  deploymentId: string,
): (host: string, reason: RefusalReason) => void {
  const reported = new Set<string>();
  return (host, reason) => {
    if (reported.has(host) || reported.size >= mostReported) return;
    reported.add(host);
    const message = describeRefusedHost(host, reason);
    events.enqueue(deploymentId, { kind: "log", level: "warning", message, data: { refusedHost: host, reason } });
  };
}
