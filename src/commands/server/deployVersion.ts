import type { ServiceClient } from "../../client/client.ts";
import type { Deployment } from "../../contract/deployments.ts";
import type { RegistryVersion } from "../../contract/registry.ts";
import type { Server } from "../../contract/servers.ts";
import { askInSequence } from "../../core/foundation/askInSequence.ts";
import { isAbortError, readErrorMessage } from "../../core/foundation/failure.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../core/foundation/ports.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { findRegistryVersion } from "../../core/registry/findRegistryVersion.ts";
import {
  agreeToHosts,
  formatCredentialLines,
  listNewHosts,
  readCredentialHosts,
} from "../../core/server/credentialHosts.ts";
import { formatCredentialHosts } from "../../text/credentialHost.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { App } from "../app.ts";
import { confirmRunCode, readVersionCode } from "../registry/codeConsent.ts";
import { confirmUntestedVersion } from "../registry/confirmUntestedVersion.ts";
import { createVersionNode } from "../registry/createVersionNode.ts";
import { getServerLinks } from "./getServerLinks.ts";

export type DeployVersionContext = ShowDeploymentProgressContext & Pick<App, "prompts" | "run" | "versions">;

/** Deploys a version, by default the latest, and waits until it is live or failed, which the watch announces. */
export async function deployVersion(
  app: DeployVersionContext,
  client: ServiceClient,
  server: Server,
  version: Server["latestVersion"] = server.latestVersion,
): Promise<void> {
  if (!version) {
    showMessage(app, "info", `${server.name} has no version to deploy yet. Generate it first.`);
    return;
  }
  // First, because the tests that the user may run before use the credentials too.
  if (!(await confirmCredentialHosts(app, client, server, version))) return;
  if (!(await confirmDeploy(app, client, server, version))) return;
  const environment = await askVariables(app, server);
  if (!environment) return;
  const deployment = await client.call("server.deploy", { id: server.id, version, environment });
  await showDeploymentProgress(app, server.name, deployment);
}

export type ShowDeploymentProgressContext = Pick<
  App,
  "connections" | "log" | "memory" | "messages" | "progress" | "refresh" | "watch"
>;

/** Shows the progress of a deployment; cancelling only stops the watch. */
export async function showDeploymentProgress(
  app: ShowDeploymentProgressContext,
  serverName: string,
  deployment: Deployment,
): Promise<void> {
  if (deployment.serverId !== undefined) await getServerLinks(app).saveLastDeployed(deployment.serverId);
  app.refresh("fairlead.servers", "fairlead.deployments");
  const title = `Deploying ${joinWords(serverName, deployment.version)}`;
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
  const words = `No longer watching ${serverName} ${deployment.version}; its deployment goes on.`;
  showMessage(app, "info", words, { "Watch Again": () => showDeploymentProgress(app, serverName, deployment) });
}

type Environment = Readonly<Record<string, string>>;

/** Confirms the hosts that a version sends credentials to, if the user has not agreed to one of them, and saves the agreement. */
async function confirmCredentialHosts(
  app: Pick<App, "prompts">,
  client: ServiceClient,
  server: Server,
  version: string,
): Promise<boolean> {
  const credentials = await readCredentialHosts(client, server, version);
  const added = listNewHosts(credentials);
  if (added.length === 0) return true;
  const isAgreed = await app.prompts.confirm({
    message: `Send the credentials of ${server.name} ${version} to ${formatCredentialHosts(added)}?`,
    detail: `${formatCredentialLines(credentials).join("\n")}\n\nThe OpenAPI document names these hosts. The server sends a credential to the hosts that you agreed to and to no other.`,
    action: "Agree",
  });
  if (isAgreed) await client.call("server.update", { id: server.id, environment: agreeToHosts(credentials) });
  return isAgreed;
}

/** Prompts for missing variables of a server's environment; undefined: cancelled. */
async function askVariables(app: Pick<App, "prompts">, server: Server): Promise<Environment | undefined> {
  const { variables = [], environment = {} } = server;
  const missing = variables.filter(({ name, required }) => required && !Object.hasOwn(environment, name));
  const questions = missing.map((variable) => async (givenEnvironment: Environment, step: PromptStep) => {
    const value = await askVariable(app, variable, {
      title: `Deploy ${server.name}`,
      value: Object.hasOwn(givenEnvironment, variable.name) ? givenEnvironment[variable.name] : undefined,
      step,
    });
    return value === undefined || value === promptBack ? value : { ...givenEnvironment, [variable.name]: value };
  });
  return askInSequence<Environment>({}, questions);
}

type WantedVariable = NonNullable<Server["variables"]>[number];

interface Asking {
  readonly title: string;
  readonly value?: string | undefined;
  readonly step?: PromptStep;
}

/** Prompts for a variable's value; a value that may be secret is masked and has no default. */
function askVariable(
  app: Pick<App, "prompts">,
  { name, secret = true, description }: WantedVariable,
  { title, value, step }: Asking,
): Promise<string | PromptBack | undefined> {
  return app.prompts.input({
    title,
    prompt: `${name}${description ? `: ${description}` : ""}`,
    secret,
    ...(value !== undefined && !secret && { value }),
    ...(step && { step }),
    validate: (text) => (text === "" ? `${name} needs a value.` : undefined),
  });
}

/** Confirms a version that is untested, or whose code has no consent. */
async function confirmDeploy(
  app: Pick<App, "connections" | "log" | "memory" | "messages" | "prompts" | "run" | "versions">,
  client: ServiceClient,
  server: Server,
  version: string,
): Promise<boolean> {
  const { id: serverId, name, artifactId } = server;
  const found = !artifactId ? undefined : await readVersion(app, client, artifactId, version);
  const called = `${name} ${version}`;
  const code = await readVersionCode(app, client, found ? artifactId : undefined, version);
  const folder = getServerLinks(app).folderOf(serverId);
  const mayRun = () => confirmRunCode(app, [{ owner: serverId, called, folder, ...code }]);
  if (!artifactId || !found) return mayRun();
  const artifact = { id: artifactId, kind: "server", name, ownerId: serverId } as const;
  const node = createVersionNode({ artifact, version: found });
  const isWanted = await confirmUntestedVersion(app, client, {
    ...{ of: { kind: "server", id: serverId }, called, digest: found.digest, code },
    anyway: "Deploy Anyway",
    runTests: () => app.run("fairlead.server.test", { node }),
  });
  return isWanted && mayRun();
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
