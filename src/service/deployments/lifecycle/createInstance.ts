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
import { DeploymentInstance } from "./deploymentInstance.ts";
import { type LaunchOptions, launchServer } from "./launchServer.ts";
import { endPreview, previewIdleMinutes } from "./previews.ts";
import type { ProcessObserver } from "./supervisedProcess.ts";

/** Creates the instance of a deployment and saves the state of its process as the deployment's status. */
export function createInstance(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  files: LaunchOptions["files"],
  onFailed: (parts: DeploymentContext, deployment: DeploymentResource, failure: DeploymentFailure) => void,
): DeploymentInstance {
  const { context, times, limitStarts } = parts;
  const options = createLaunchOptions(parts, deployment, files);
  const { environment, log, placement } = options;
  const minutes = deployment.preview ? previewIdleMinutes : placement.stopWhenIdleMinutes;
  return new DeploymentInstance(
    {
      deploymentId: deployment.id,
      times,
      context,
      environment,
      serverLog: log,
      checksApi: checksApi(context, deployment),
      launch: (signal) => limitStarts(() => launchServer(options, signal)),
      stopWhenIdleMs: minutes === null ? undefined : minutes * times.idleMinuteMs,
    },
    { ...createStatusWriter(parts, deployment), failed: (failure) => onFailed(parts, deployment, failure) },
  );
}

/** Saves what happens to the process of an instance. */
function createStatusWriter(parts: DeploymentContext, deployment: DeploymentResource): Omit<ProcessObserver, "failed"> {
  const { context, store, health, events } = parts;
  const { id } = deployment;
  return {
    probed: (result) => {
      health.record(id, result);
      // A preview has other tools than the live deployment, which keeps its pins.
      if (result.tools && !store.row(id)?.preview) pinTools(context, events, deployment, result.tools);
    },
    running: ({ sandbox, process: { image } }, message) =>
      store.change(id, { status: "running", message, sandbox, image }),
    idle: () => {
      const row = store.row(id);
      if (row?.preview) endPreview(parts, row, "There were no calls for an hour.");
      else store.change(id, { status: "running", message: "Stopped because idle.", isIdle: true });
    },
    degraded: (message) => {
      context.telemetry?.add("fairlead.server.restarts", 1, { "fairlead.server.id": deployment.serverId });
      context.db.transaction(() => {
        store.change(id, { status: "degraded", message, restarted: true });
        health.recordExit(id, message);
      });
    },
  };
}

/** Whether the version's manifest names a request that checks its API. */
function checksApi({ db }: ServiceContext, { serverId, version }: DeploymentResource): boolean {
  return readApiCheckRequest(findServerVersionRow(db, serverId, version)?.manifest_json) !== undefined;
}

function createLaunchOptions(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  files: LaunchOptions["files"],
): LaunchOptions {
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
    log: createServerLog(context, events, id, mask),
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
