import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import type { Server } from "../../../contract/servers.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { runCancellable } from "../../base/runCancellable.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { DeploymentServices } from "../../deployment/deploymentServices.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { readUntestedContents } from "../../testing/model/untestedContents.ts";
import type { TestingServices } from "../../testing/testingServices.ts";
import { agreeToHosts, listNewHosts } from "../model/credentialHosts.ts";
import type { DeploymentToolChanges } from "../model/deploymentToolChanges.ts";
import { hasChangedVariables, isCredential } from "../model/serverVariables.ts";
import { askCheckedValues } from "./deploy/askCheckedValues.ts";
import { chooseCredential, noCredential } from "./deploy/chooseCredential.ts";
import { confirmDeployment } from "./deploy/confirmDeployment.ts";
import { type ConfirmToolChangesContext, confirmToolChanges } from "./deploy/confirmToolChanges.ts";
import {
  type DeployOptions,
  type DeployPlan,
  type DeployRequest,
  readDeployPlan,
  readToolChanges,
} from "./deploy/readDeployPlan.ts";
import { showDeployment } from "./deploy/showDeployment.ts";
import { showRepeatedDeployment } from "./deploy/showRepeatedDeployment.ts";
import { type TestBeforeDeploymentContext, testBeforeDeployment } from "./deploy/testBeforeDeployment.ts";
import { getServerLinks } from "./getServerLinks.ts";

export type DeployVersionContext = ShowDeploymentProgressContext &
  TestBeforeDeploymentContext &
  ConfirmToolChangesContext &
  RegistryServices &
  Pick<DeploymentServices & TestingServices, "deployFlows" | "pendingRuns">;

/**
 * Deploys a version, by default the latest: prompts for missing variables and a credential, asks one question about hosts and code, tests
 * what has not passed a test run, deploys it and waits until it is live or failed, which the watch announces.
 */
export async function deployVersion(
  app: DeployVersionContext,
  client: ServiceClient,
  server: Server,
  version: Server["latestVersion"] = server.latestVersion,
  options: DeployOptions = {},
): Promise<void> {
  if (!version) {
    showMessage(app, "info", l10n.t`${server.name} has no version to deploy yet. Generate it first.`);
    return;
  }
  const key = joinWords(app.connections.scope(), server.id);
  const flow = await app.deployFlows.run(key, () => startDeployment(app, client, { server, version, options }));
  if (!flow) showMessage(app, "info", l10n.t`${server.name} is being deployed already. Answer or cancel that first.`);
  await flow?.value?.();
}

/** What follows after the flow: the progress of the deployment, or a message whose actions start another flow. */
type FollowUp = () => Promise<void> | void;

/** undefined: cancelled. */
async function startDeployment(
  app: DeployVersionContext,
  client: ServiceClient,
  request: DeployRequest,
): Promise<FollowUp | undefined> {
  const { version, options } = request;
  const plan = await readDeployPlan(app, client, request);
  const { server, repeated, content } = plan;
  const needsNothing = plan.missing.length === 0 && listNewHosts(plan.credentials).length === 0;
  const isSame = needsNothing && !hasChangedVariables(server);
  if (repeated && (repeated.kind === "underWay" || (isSame && !options.isAgain))) {
    const deployAgain = () => deployVersion(app, client, server, version, { ...options, isAgain: true });
    return () => showRepeatedDeployment(app, server.name, repeated, deployAgain);
  }
  const toolChanges = await confirmChanges(app, client, { ...request, server }, plan.toolChanges);
  if (toolChanges.kind === "ended") return toolChanges.followUp;
  const answers = await askAnswers(app, client, plan);
  if (!answers) return undefined;
  const acceptUntested = () => acceptContent(app, content.digest);
  if (!answers.runsTests) {
    if (content.isUntested) await acceptUntested();
    return deploy(app, client, { server, version, environment: answers.environment });
  }
  const acceptedOptions = {
    ...options,
    acceptsToolChanges: options.acceptsToolChanges || toolChanges.kind === "agreed",
  };
  const tested = { server, version, options: acceptedOptions };
  return testAndDeploy(app, client, { ...tested, environment: answers.environment, acceptUntested });
}

/** The tools of own code are known only after its server ran, so the tests come before the question about them. */
async function testAndDeploy(
  app: DeployVersionContext,
  client: ServiceClient,
  {
    environment,
    acceptUntested,
    ...request
  }: DeployRequest & Answers & { readonly acceptUntested: () => Promise<void> },
): Promise<FollowUp | undefined> {
  const { server, version, options } = request;
  // Saved first, because the tests need the same variables as the deployment.
  if (Object.keys(environment).length > 0) await client.call("server.update", { id: server.id, environment });
  const deployAnyway = async () => {
    await acceptUntested();
    await deployVersion(app, client, server, version, options);
  };
  const deployAgain = (changed: Server) => deployVersion(app, client, changed, version, options);
  const refusal = await testBeforeDeployment(app, client, { server, version, deployAnyway, deployAgain });
  if (refusal) return refusal;
  const found = await readToolChanges(app, client, request);
  const toolChanges = await confirmChanges(app, client, request, found);
  if (toolChanges.kind === "ended") return toolChanges.followUp;
  return deploy(app, client, { server, version, environment: {} });
}

function confirmChanges(
  app: DeployVersionContext,
  client: ServiceClient,
  { server, version, options }: DeployRequest,
  found: DeploymentToolChanges | undefined,
) {
  const accepted = { ...options, acceptsToolChanges: true };
  const deployAnyway = () => deployVersion(app, client, server, version, accepted);
  return confirmToolChanges(app, { server, version, deployAnyway }, found);
}

interface Answers {
  readonly environment: Readonly<Record<string, string>>;
}

async function deploy(
  app: DeployVersionContext,
  client: ServiceClient,
  { server, version, environment }: Pick<DeployRequest, "server" | "version"> & Answers,
): Promise<FollowUp> {
  const deployment = await client.call("server.deploy", { id: server.id, version, environment });
  return () => showDeploymentProgress(app, server.name, deployment);
}

/** The values that the user typed and the user's agreement. undefined: cancelled, and nothing that was typed is saved. */
async function askAnswers(app: DeployVersionContext, client: ServiceClient, plan: DeployPlan) {
  const { server, missing, credentials, content } = plan;
  const { code, isUntested } = content;
  const title = l10n.t`Deploy ${server.name}`;
  const chosen = missing.some(isCredential) ? noCredential : await chooseCredential(app, client, server, title);
  if (!chosen) return undefined;
  const entered = await askCheckedValues(app, client, { ...plan, code }, { title, asked: missing, chosen });
  if (!entered) return undefined;
  if (entered === promptBack) return askAnswers(app, client, plan);
  const question = { credentials: entered.isAgreed ? [] : credentials, code, isUntested };
  const confirmed = await confirmDeployment(app, question);
  if (confirmed) return { ...confirmed, environment: { ...agreeToHosts(credentials), ...entered.values } };
  await entered.discard();
  return undefined;
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
): Promise<void> {
  if (deployment.serverId !== undefined) await getServerLinks(app).saveLastDeployed(deployment.serverId);
  app.refresh("fairlead.servers", "fairlead.deployments");
  if (app.settings().openResults.includes("deployment")) showDeployment(app, deployment, serverName);
  const title = l10n.t`Deploying ${joinWords(serverName, deployment.version)}`;
  const followed = await runCancellable(app.progress, { title, in: "notification" }, (report, signal) =>
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
