import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import type { Server } from "../../../contract/servers.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import { runCancellable } from "../../base/runCancellable.ts";
import { showMessage } from "../../base/showMessage.ts";
import { findRepeatedDeployment } from "../../deployment/model/repeatedDeployment.ts";
import { readVersionCode } from "../../registry/commands/codeConsent.ts";
import { findRegistryVersion } from "../../registry/model/findRegistryVersion.ts";
import { isTestedContent } from "../../testing/model/isTestedContent.ts";
import { readUntestedContents } from "../../testing/model/untestedContents.ts";
import type { App } from "../../workbench/app.ts";
import { agreeToHosts, listNewHosts, readCredentialHosts } from "../model/credentialHosts.ts";
import { readServer } from "../model/readServer.ts";
import { hasChangedVariables, listUnsetVariables } from "../model/serverVariables.ts";
import { askVariables } from "./deploy/askVariables.ts";
import { confirmDeployment } from "./deploy/confirmDeployment.ts";
import { type ConfirmToolChangesContext, confirmToolChanges } from "./deploy/confirmToolChanges.ts";
import { showDeployment } from "./deploy/showDeployment.ts";
import { showRepeatedDeployment } from "./deploy/showRepeatedDeployment.ts";
import { type TestBeforeDeploymentContext, testBeforeDeployment } from "./deploy/testBeforeDeployment.ts";
import { type CheckedVersion, openTypedValuesCheck } from "./deploy/typedValuesCheck.ts";
import { getServerLinks } from "./getServerLinks.ts";

export type DeployVersionContext = ShowDeploymentProgressContext &
  TestBeforeDeploymentContext &
  ConfirmToolChangesContext &
  Pick<App, "deployFlows" | "pendingRuns" | "prompts" | "run" | "versions">;

interface DeployOptions {
  /** The user asked to deploy the version again, so one that is live is deployed without a question. */
  readonly isAgain?: boolean;
  /** The user agreed to what breaks callers of the live version. */
  readonly acceptsToolChanges?: boolean;
}

/**
 * Deploys a version, by default the latest: prompts for missing variables, asks one question about hosts and code, tests
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

interface DeployRequest {
  readonly server: Server;
  readonly version: string;
  readonly options: DeployOptions;
}

/** undefined: cancelled. */
async function startDeployment(
  app: DeployVersionContext,
  client: ServiceClient,
  request: DeployRequest,
): Promise<FollowUp | undefined> {
  const { version, options } = request;
  const server = (await readServer(client, request.server.id)) ?? request.server;
  const credentials = await readCredentialHosts(client, server, version);
  const missing = listUnsetVariables(server);
  const repeated = await findRepeatedDeployment(client, server, version);
  const isSame = missing.length === 0 && listNewHosts(credentials).length === 0 && !hasChangedVariables(server);
  if (repeated && (repeated.kind === "underWay" || (isSame && !options.isAgain))) {
    const deployAgain = () => deployVersion(app, client, server, version, { ...options, isAgain: true });
    return () => showRepeatedDeployment(app, server.name, repeated, deployAgain);
  }
  const toolChanges = await confirmChanges(app, client, { ...request, server });
  if (toolChanges.kind === "ended") return toolChanges.followUp;
  const content = await readContent(app, client, server, version);
  const answers = await askAnswers(app, client, { server, version, missing, credentials, ...content });
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
  const toolChanges = await confirmChanges(app, client, request);
  if (toolChanges.kind === "ended") return toolChanges.followUp;
  return deploy(app, client, { server, version, environment: {} });
}

async function confirmChanges(app: DeployVersionContext, client: ServiceClient, request: DeployRequest) {
  const { server, version, options } = request;
  if (options.acceptsToolChanges) return { kind: "agreed" } as const;
  const accepted = { ...options, acceptsToolChanges: true };
  const deployAnyway = () => deployVersion(app, client, server, version, accepted);
  return confirmToolChanges(app, client, { server, version, deployAnyway });
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
async function askAnswers(
  app: DeployVersionContext,
  client: ServiceClient,
  { isUntested, ...checked }: CheckedVersion & { readonly isUntested: boolean },
) {
  const { server, missing, credentials, code } = checked;
  const check = await openTypedValuesCheck(app, client, checked);
  const values = await askVariables(app, server, missing, check);
  const isAgreed = await check?.end();
  const question = { credentials: isAgreed ? [] : credentials, code, isUntested };
  const confirmed = values && (await confirmDeployment(app, question));
  if (confirmed) return { ...confirmed, environment: { ...agreeToHosts(credentials), ...values } };
  await check?.discard();
  return undefined;
}

/** The code of a version, and whether its content has passed no test run and was not accepted without one. */
async function readContent(app: DeployVersionContext, client: ServiceClient, server: Server, version: string) {
  const { id, name, artifactId } = server;
  const found = artifactId ? await readVersion(app, client, artifactId, version) : undefined;
  const files = await readVersionCode(app, client, { ...server, artifactId: found && artifactId }, version);
  const digest = found?.digest;
  const isAccepted = !digest || readUntestedContents(app.memory).has(digest);
  return {
    digest,
    isUntested: !isAccepted && !(await isTestedContent(app.log, client, { kind: "server", id }, digest)),
    code: { owner: id, called: `${name} ${version}`, folder: getServerLinks(app).folderOf(id), ...files },
  };
}

async function acceptContent(app: Pick<App, "memory">, digest: string | undefined): Promise<void> {
  if (digest) await readUntestedContents(app.memory).add(digest);
}

/** An unreadable registry does not block the deployment. */
async function readVersion(
  app: Pick<App, "log">,
  client: ServiceClient,
  id: string,
  version: string,
): Promise<RegistryVersion | undefined> {
  try {
    return await findRegistryVersion(client, id, version);
  } catch (error) {
    if (isAbortError(error)) throw error;
    app.log.warning(`Version ${version} could not be read: ${readErrorMessage(error)}`);
    return undefined;
  }
}

export type ShowDeploymentProgressContext = Pick<
  App,
  "connections" | "log" | "memory" | "messages" | "progress" | "refresh" | "settings" | "showDeployment" | "watch"
>;

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
