import type { ServiceClient } from "../../../../client/client.ts";
import type { RegistryVersion } from "../../../../contract/registry.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { CredentialHosts } from "../../../../contract/serverVariableState.ts";
import type { DeploymentToolChanges } from "../../../../surface/compareWithLiveVersion.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { isAbortError, readErrorMessage } from "../../../base/failure.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { findRepeatedDeployment, type RepeatedDeployment } from "../../../deployment/model/findDeployments.ts";
import { type RunnableCode, readVersionCode } from "../../../registry/commands/codeConsent.ts";
import { findRegistryVersion } from "../../../registry/model/createVersionReader.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import { isTestedContent } from "../../../testing/model/readTestRuns.ts";
import { readUntestedContents } from "../../../testing/model/testMemory.ts";
import { readCredentialHosts } from "../../model/credentialHosts.ts";
import { listCredentialChoices } from "../../model/credentials/credentialChoices.ts";
import { readDeploymentToolChanges } from "../../model/deploymentToolChanges.ts";
import { readServer } from "../../model/readServer.ts";
import { getServerLinks } from "../../model/serverLinks.ts";
import { listUnsetVariables, type Variable } from "../../model/serverVariables.ts";

export interface DeployOptions {
  /** The user asked to deploy the version again, so one that is live is deployed without a question. */
  readonly isAgain?: boolean;
  /** The user agreed to what breaks callers of the live version. */
  readonly acceptsToolChanges?: boolean;
  /** It runs beside the live version: nothing changes for callers, and it is for trying out, so no tests run first. */
  readonly isPreview?: boolean | undefined;
  /** The live version that the user goes back from, which the user is asked about. */
  readonly replaces?: string | undefined;
  /** Called when the user leaves a question. */
  readonly onCancelled?: () => void;
}

export interface DeployRequest {
  readonly server: Server;
  readonly version: string;
  readonly options: DeployOptions;
}

/** All that a deployment needs to know, before the user is asked anything. */
export interface DeployPlan {
  /** As it is now. */
  readonly server: Server;
  readonly version: string;
  /** The variables that the user is asked for. */
  readonly missing: readonly Variable[];
  readonly credentials: readonly CredentialHosts[];
  /** A deployment of the version that is live or under way. */
  readonly repeated: RepeatedDeployment | undefined;
  /** What breaks callers of the live version; undefined: the user agreed, or the settings allow it. */
  readonly toolChanges: DeploymentToolChanges | undefined;
  readonly content: DeployedContent;
}

interface DeployedContent {
  readonly digest: string | undefined;
  /** It has passed no test run and was not accepted without one. */
  readonly isUntested: boolean;
  readonly code: RunnableCode;
}

type ReadDeployPlanContext = ConnectedServices & RegistryServices;

/** Reads the server as it is now, then all that depends on it at once. */
export async function readDeployPlan(
  app: ReadDeployPlanContext,
  client: ServiceClient,
  request: DeployRequest,
): Promise<DeployPlan> {
  const { version } = request;
  const server = (await readServer(client, request.server.id)) ?? request.server;
  const [credentials, repeated, toolChanges, content] = await Promise.all([
    readCredentialHosts(client, server, version),
    findRepeatedDeployment(client, server, version),
    readToolChanges(app, client, { ...request, server }),
    readContent(app, client, { ...request, server }),
  ]);
  return { server, version, missing: listAsked(server), credentials, repeated, toolChanges, content };
}

/** A server without any credential is asked how its API knows it, which *None* answers too. */
function listAsked(server: Server): readonly Variable[] {
  const unset = listUnsetVariables(server);
  return listCredentialChoices(server).length === 0 ? unset : unset.filter(({ credential }) => !credential);
}

/** What breaks callers of the live version; undefined: the user agreed, or the settings allow it. */
export async function readToolChanges(
  app: EditorServices & RegistryServices,
  client: ServiceClient,
  { server, version, options }: DeployRequest,
): Promise<DeploymentToolChanges | undefined> {
  if (options.isPreview || options.acceptsToolChanges || app.settings().breakingChanges === "allow") return undefined;
  return readDeploymentToolChanges(app, client, { server, version });
}

async function readContent(
  app: ReadDeployPlanContext,
  client: ServiceClient,
  { server, version, options }: DeployRequest,
): Promise<DeployedContent> {
  const { id, name, artifactId } = server;
  const found = artifactId ? await readVersion(app, client, artifactId, version) : undefined;
  const digest = found?.digest;
  const isAccepted = options.isPreview || !digest || readUntestedContents(app.memory).has(digest);
  const [files, isTested] = await Promise.all([
    readVersionCode(app, client, { ...server, artifactId: found && artifactId }, version),
    isAccepted || isTestedContent(app.log, client, { kind: "server", id }, digest),
  ]);
  const code = { owner: id, called: `${name} ${version}`, folder: getServerLinks(app).folderOf(id), ...files };
  return { digest, isUntested: !isTested, code };
}

/** An unreadable registry does not block the deployment. */
async function readVersion(
  app: EditorServices,
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
