import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { type Deployment, isDeploymentLive } from "../../../contract/deployments.ts";
import type { Server } from "../../../contract/servers.ts";
import type { BreakingToolChanges } from "../../../surface/compareWithLiveVersion.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { type EditorServices, runCancellable } from "../../base/editorServices.ts";
import type { Progress } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { DeploymentServices } from "../../deployment/deploymentServices.ts";
import type { RepeatedDeployment } from "../../deployment/model/findDeployments.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import {
  type TestBeforeDeploymentContext,
  testBeforeDeployment,
} from "../../testing/commands/deploy/testBeforeDeployment.ts";
import { readUntestedContents } from "../../testing/model/testMemory.ts";
import type { TestingServices } from "../../testing/testingServices.ts";
import { listNewHosts, selectGivenCredentials } from "../model/credentialHosts.ts";
import { getServerLinks } from "../model/serverLinks.ts";
import { hasChangedVariables } from "../model/serverVariables.ts";
import { askDeployment, type DeploymentValues } from "./deploy/askDeployment.ts";
import {
  confirmBreakingToolChanges,
  findBreakingToolChanges,
  refuseToolChanges,
} from "./deploy/breakingToolChanges.ts";
import { confirmDeployment } from "./deploy/confirmDeployment.ts";
import { type JoinedProgress, joinProgress } from "./deploy/joinProgress.ts";
import {
  type DeployOptions,
  type DeployPlan,
  type DeployRequest,
  readDeployPlan,
  readToolChanges,
} from "./deploy/readDeployPlan.ts";
import { openStartedDeployments } from "./deploy/startedDeployments.ts";
import { startPreview } from "./deploy/startPreview.ts";
import { saveVariables } from "./variables/saveVariables.ts";

export type DeployVersionContext = ShowDeploymentProgressContext &
  TestBeforeDeploymentContext &
  RegistryServices &
  Pick<DeploymentServices & TestingServices, "deployFlows" | "pendingRuns">;

/**
 * Deploys a version, and never another one where a service does not say which it is: prompts for missing variables and a credential, asks one question about hosts and code, tests
 * what has not passed a test run, deploys it and waits until it is live or failed, which the watch announces.
 */
export async function deployVersion(
  app: DeployVersionContext,
  client: ServiceClient,
  server: Server,
  version: Server["latestVersion"],
  options: DeployOptions = {},
): Promise<void> {
  if (!version) {
    const message = server.latestVersion
      ? l10n.t`The service does not say which version of ${server.name} this is. Choose one below its versions.`
      : l10n.t`${server.name} has no version to deploy yet. Generate it first.`;
    return showMessage(app, "info", message);
  }
  const key = joinWords(app.connections.scope(), server.id);
  const progress = joinProgress(app.progress, formatDeployingTitle(server.name, version));
  try {
    const request = { server, version, options, progress };
    const flow = await app.deployFlows.run(key, () => startDeployment(app, client, request));
    if (!flow) showMessage(app, "info", l10n.t`${server.name} is being deployed already. Answer or cancel that first.`);
    else if (!flow.value) options.onCancelled?.();
    await flow?.value?.();
  } finally {
    progress.end();
  }
}

const formatDeployingTitle = (serverName: string, version: string | undefined) =>
  l10n.t`Deploying ${joinWords(serverName, version)}`;

/** The tests and the deployment have one progress. */
type RunningRequest = DeployRequest & { readonly progress: JoinedProgress };

/** What follows after the flow: the progress of the deployment, or a message whose actions start another flow. */
type FollowUp = () => Promise<void> | void;

/** undefined: cancelled. */
async function startDeployment(
  app: DeployVersionContext,
  client: ServiceClient,
  request: RunningRequest,
): Promise<FollowUp | undefined> {
  const { version, progress } = request;
  const { replaces, ...options } = request.options;
  const plan = await readPlan(app, client, request);
  progress.end();
  if (!plan) return undefined;
  const { server, repeated, content } = plan;
  const needsNothing =
    plan.missing.length === 0 && listNewHosts(selectGivenCredentials(server, plan.credentials)).length === 0;
  const isSame = needsNothing && !hasChangedVariables(server);
  if (repeated && (repeated.kind === "underWay" || (isSame && !options.isAgain))) {
    const deployAgain = () => deployVersion(app, client, server, version, { ...options, isAgain: true });
    return () => showRepeatedDeployment(app, server.name, repeated, deployAgain);
  }
  const breaking = findBreakingToolChanges(plan.toolChanges);
  const refusal = refuseToolChanges(app, { server, version }, breaking);
  if (refusal) return refusal;
  const answers = await askDeployment(app, client, plan, { breaking, replaces, isPreview: options.isPreview });
  if (answers?.kind !== "agreed") return answers && showChanges(app, client, { ...request, options, server }, breaking);
  const acceptUntested = () => acceptContent(app, content.digest);
  if (!answers.runsTests) {
    if (content.isUntested) await acceptUntested();
    return deploy(app, client, { server, version, progress, options, environment: answers.environment });
  }
  const isKnown = plan.toolChanges?.kind !== "unknown";
  const acceptedOptions = { ...options, acceptsToolChanges: options.acceptsToolChanges || isKnown };
  const tested = { server, version, progress, options: acceptedOptions };
  const { environment } = answers;
  return openStartedDeployments(app.memory).during(
    { connectionId: app.connections.scope() ?? "", serverId: server.id, version },
    () => testAndDeploy(app, client, { ...tested, environment, plan, acceptUntested }),
  );
}

/** Reads the plan with progress. undefined: cancelled. */
function readPlan(
  app: DeployVersionContext,
  client: ServiceClient,
  request: RunningRequest,
): Promise<DeployPlan | undefined> {
  const { server, version, progress } = request;
  return progress.run({ title: formatDeployingTitle(server.name, version), in: "notification" }, (_, signal) => {
    const cancelled = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
    return Promise.race([readDeployPlan(app, client, request), cancelled]);
  });
}

/** Says that a version is already being deployed or live; the user can open it, and deploy a live one again. */
function showRepeatedDeployment(
  app: EditorServices,
  serverName: string,
  { kind, deployment }: RepeatedDeployment,
  deployAgain: () => Promise<void>,
): void {
  const isLive = kind === "live";
  const node = { kind: "deployment", deployment, live: isLive, serverName } as const;
  const called = `${serverName} ${deployment.version}`;
  showMessage(app, "info", isLive ? l10n.t`${called} is live already.` : l10n.t`${called} is being deployed already.`, {
    [l10n.t("Open Deployment")]: () => app.run("fairlead.deployment.open", { node }),
    ...(isLive && { [l10n.t("Deploy Again")]: deployAgain }),
  });
}

/**
 * Tests the version as a preview where the service has them, and makes that live. The tools of own code are known only after its server
 * ran, so the tests come before the question about them.
 */
async function testAndDeploy(
  app: DeployVersionContext,
  client: ServiceClient,
  {
    environment,
    plan,
    acceptUntested,
    ...request
  }: RunningRequest & DeploymentValues & { readonly plan: DeployPlan; readonly acceptUntested: () => Promise<void> },
): Promise<FollowUp | undefined> {
  const { version, options, progress } = request;
  // Saved first, because the tests need the same variables as the deployment.
  const isChanged = Object.keys(environment).length > 0;
  const server = isChanged ? await saveVariables(app, client, request.server, environment) : request.server;
  const deployAnyway = async () => {
    await acceptUntested();
    await deployVersion(app, client, server, version, options);
  };
  const deployAgain = (changed: Server) => deployVersion(app, client, changed, version, options);
  const { onCancelled } = options;
  const started = await startPreview({ ...app, progress }, client, server, version);
  if (started === "cancelled") return undefined;
  await using preview = started;
  const tested = {
    server,
    version,
    deployAnyway,
    deployAgain,
    onQuestion: progress.end,
    onCancelled,
    accept: acceptUntested,
    onLeft: () => preview?.keep(),
  };
  const failure = await testBeforeDeployment({ ...app, progress }, client, tested);
  if (failure) return failure;
  const breaking = findBreakingToolChanges(await readToolChanges(app, client, request));
  const refusal = refuseToolChanges(app, { server, version }, breaking);
  if (refusal) return refusal;
  if (breaking) {
    progress.end();
    const question = { credentials: [], code: plan.content.code, isUntested: false, breaking };
    const answer = await confirmDeployment(app, question);
    if (answer?.kind !== "agreed") return answer && showChanges(app, client, request, breaking);
  }
  return deploy(app, client, { server, version, progress, options, environment: {}, previewId: preview?.id });
}

/** In place of the deployment, which goes on once the user agrees to them. undefined: cancelled. */
async function showChanges(
  app: DeployVersionContext,
  client: ServiceClient,
  { server, version, options }: DeployRequest,
  breaking: BreakingToolChanges | undefined,
): Promise<FollowUp | undefined> {
  if (!breaking || !(await confirmBreakingToolChanges(app, { server, version }, breaking))) return undefined;
  return () => deployVersion(app, client, server, version, { ...options, acceptsToolChanges: true });
}

async function deploy(
  app: DeployVersionContext,
  client: ServiceClient,
  request: RunningRequest & DeploymentValues & { readonly previewId?: string | undefined },
): Promise<FollowUp> {
  const { server, version, progress, options, environment, previewId } = request;
  const preview = options.isPreview && { preview: true };
  const deployment = await client.call("server.deploy", { id: server.id, version, environment, ...preview });
  // A preview of the user that becomes live runs already, and is watched.
  const isPromoted = deployment.preview === false && isDeploymentLive(deployment.status);
  if (isPromoted && deployment.id !== previewId)
    return () => app.watch.announce({ outcome: "live", wasLive: false, deployment, serverName: server.name });
  return () => showDeploymentProgress(app, server.name, deployment, progress);
}

async function acceptContent(app: EditorServices, digest: string | undefined): Promise<void> {
  if (digest) await readUntestedContents(app.memory).add(digest);
}

export type ShowDeploymentProgressContext = EditorServices &
  ConnectionServices &
  Pick<DeploymentServices, "showDeployment" | "watch">;

/** Shows the progress of a deployment; cancelling only stops the watch. */
export async function showDeploymentProgress(
  app: ShowDeploymentProgressContext,
  serverName: string,
  deployment: Deployment,
  progress: Progress = app.progress,
): Promise<void> {
  if (deployment.serverId !== undefined) await getServerLinks(app).saveLastDeployed(deployment.serverId);
  app.refresh("fairlead.servers", "fairlead.deployments");
  if (app.settings().openResults.includes("deployment")) app.showDeployment(deployment, serverName);
  const title = formatDeployingTitle(serverName, deployment.version);
  const followed = await runCancellable(progress, title, (report, signal) =>
    app.watch.follow(deployment, {
      signal,
      onEvent: ({ kind, message }) => {
        if (message && (kind === "state" || kind === "step")) report(message);
      },
    }),
  );
  app.refresh("fairlead.servers", "fairlead.deployments");
  if (followed.kind === "done") return;
  const words = l10n.t`No longer watching ${serverName} ${deployment.version ?? ""}; its deployment goes on.`;
  showMessage(app, "info", words, {
    [l10n.t("Watch Again")]: () => showDeploymentProgress(app, serverName, deployment),
  });
}
