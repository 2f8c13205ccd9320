import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import { packServerFolder } from "../../../../client/files/packServerFolder.ts";
import type { Server, ServerSource } from "../../../../contract/servers.ts";
import { readDocumentName } from "../../../../text/documentName.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { folderLinkName } from "../../../../text/files/folderRules.ts";
import { hasSameFiles } from "../../../../text/files/hasSameFiles.ts";
import { runCancellable } from "../../../base/editorServices.ts";
import { isAbortError, readErrorMessage } from "../../../base/failure.ts";
import { computeContentDigest } from "../../../base/fileDigest.ts";
import { folderPathUri } from "../../../base/folderPath.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import {
  type FolderLink,
  formatFolderLink,
  readMergeBase,
  readServerFolder,
  selectFolderCode,
} from "../../model/folder/folderLink.ts";
import { findUnresolvedConflict } from "../../model/folder/mergeServerFolder.ts";
import { getServerLinks } from "../../model/serverLinks.ts";
import { askNewServer, createServerInProject, type NewServer } from "../askNewServer.ts";
import { type DeployVersionContext, deployVersion } from "../deployVersion.ts";
import { findLinkedServer } from "../folder/findLinkedServer.ts";
import { readFolderVersion, updateServerFolder } from "../folder/updateServerFolder.ts";
import { runGeneration } from "../runGeneration.ts";

/** Deploys a folder's code as a version of the server that the folder names; the first time it prompts for a new server's name. */
export async function deployFolder(app: DeployVersionContext, client: ServiceClient, folder: string): Promise<void> {
  await app.documents.save(folder);
  const name = readDocumentName(folder);
  const { code, link } = readServerFolder(name, await app.documents.readFolder(folder));
  if (isRefusedForConflict(app, folder, code)) return;
  const { source, title } = packServerFolder(name, code);
  const found = await findLinkedServer(app, client, folder, link);
  if (found?.kind === "linked") {
    const { server } = found;
    const current: CurrentFolder = { folder, code, link };
    const deployable = await findDeployableVersion(app, found.client, server, current);
    const isLatest = deployable !== undefined && deployable === server.latestVersion;
    if (!isLatest && !(await confirmNewerVersion(app, found.client, server, current))) return;
    if (deployable !== undefined) return deployVersion(app, found.client, server, deployable);
    await deployNewVersion(app, found.client, server, source, current);
  }
  if (found?.kind === "new") {
    const newServer: NewServer = { name: (link?.server.name ?? title).slice(0, 100), project: undefined };
    const plan = await askNewServer(app, found.client, l10n.t`Deploy ${name}`, newServer);
    if (plan) await deployNewVersion(app, found.client, plan, source, { folder, code, link: undefined });
  }
}

type PlannedServer = NonNullable<Awaited<ReturnType<typeof askNewServer>>>;

/** Creates a version of the folder's code, and the server if it is new, and deploys it. */
async function deployNewVersion(
  app: DeployVersionContext,
  client: ServiceClient,
  plan: Server | PlannedServer,
  source: ServerSource,
  current: CurrentFolder,
): Promise<void> {
  const ended = await runCancellable(
    app.progress,
    l10n.t`Creating a version of ${plan.name}`,
    async (report, signal) => {
      const owner = "id" in plan ? plan : await createServerInProject(app, client, plan, signal);
      // Saved before anything can fail, so that a retry does not create a second server.
      if (owner !== plan || !current.link)
        await saveFolderLink(app, current.folder, { ...current.link, server: owner });
      return runGeneration({ client, polling: app.polling, signal, report }, owner, { source });
    },
  );
  app.refresh("fairlead.servers", "fairlead.projects");
  if (ended.kind === "cancelled")
    return showMessage(
      app,
      "info",
      l10n.t`Nothing was deployed. If the code was sent already, the service still makes a version of ${plan.name}.`,
    );
  const server = ended.value;
  if (server.status === "failed")
    return showMessage(
      app,
      "error",
      l10n.t`No version was created of ${plan.name}. ${server.statusDetail ?? ""}`.trim(),
    );
  await noteVersion(app, client, server, current);
  const onCancelled = () =>
    app.messages.status(l10n.t`${server.name} ${server.latestVersion ?? ""} was created, and is not deployed.`);
  return deployVersion(app, client, server, server.latestVersion, { onCancelled });
}

/** No program runs with conflict markers. */
function isRefusedForConflict(app: DeployVersionContext, folder: string, code: readonly FileContent[]): boolean {
  const conflict = findUnresolvedConflict(code);
  if (!conflict) return false;
  const { path, line } = conflict;
  const show = () => app.documents.show(folderPathUri({ root: folder, path }), { line });
  showMessage(
    app,
    "error",
    l10n.t`${readDocumentName(folder)} was not deployed: ${path} has an unresolved merge conflict in line ${line + 1}. Resolve it, then deploy again.`,
    { [l10n.t("Show Conflict")]: show },
  );
  return true;
}

interface CurrentFolder {
  readonly folder: string;
  readonly code: readonly FileContent[];
  readonly link: FolderLink | undefined;
}

/** The latest version, or the one that the folder has, if it equals the folder: another version would only have another number. */
async function findDeployableVersion(
  app: ConnectedServices & RegistryServices,
  client: ServiceClient,
  server: Server,
  { folder, code, link }: CurrentFolder,
): Promise<string | undefined> {
  const { artifactId, latestVersion } = server;
  if (!artifactId || !latestVersion) return undefined;
  if (link?.version !== undefined && link.digest === computeContentDigest(code)) {
    const files = await readFolderVersion(app, client, artifactId, link.version);
    if (files && hasSameFiles(code, files)) return link.version;
  }
  if (!hasSameFiles(code, selectFolderCode(await app.versions.list(client, artifactId, latestVersion))))
    return undefined;
  await noteVersion(app, client, server, { folder, code, link });
  return latestVersion;
}

/** Records the version that equals the folder, and the one that its edits start from. */
async function noteVersion(
  app: ConnectedServices & RegistryServices,
  client: ServiceClient,
  { id, name, artifactId, latestVersion }: Server,
  { folder, link }: CurrentFolder,
): Promise<void> {
  if (!artifactId || !latestVersion) return;
  const files = selectFolderCode(await app.versions.list(client, artifactId, latestVersion));
  const base = readMergeBase(link);
  await saveFolderLink(app, folder, {
    ...link,
    server: { id, name },
    version: latestVersion,
    digest: computeContentDigest(files),
    ...(base !== undefined && base !== latestVersion && { base }),
  });
}

/** Asks before a deployment takes back what a newer version changed. */
async function confirmNewerVersion(
  app: DeployVersionContext,
  client: ServiceClient,
  server: Server,
  { folder, link }: CurrentFolder,
): Promise<boolean> {
  const { latestVersion, name } = server;
  if (!latestVersion || link?.version === undefined || link.version === latestVersion) return true;
  const merge = l10n.t("Merge First");
  const anyway = l10n.t("Deploy Anyway");
  const answer = await app.prompts.decide({
    message: l10n.t`${name} has a newer version than ${readDocumentName(folder)}.`,
    detail: l10n.t`The folder started from ${link.version}, and ${latestVersion} is the latest. A deployment of the folder does not have what ${latestVersion} changed.`,
    actions: [merge, anyway],
  });
  if (answer === merge) await updateServerFolder(app, client, { server, version: latestVersion, folder });
  return answer === anyway;
}

/** Writes `fairlead.json`. A folder that cannot be written to stays known by its path, and is deployed all the same. */
async function saveFolderLink(
  app: ConnectedServices,
  folder: string,
  link: Omit<FolderLink, "connection"> & Partial<FolderLink>,
): Promise<void> {
  const connection = app.connections.active()?.name ?? "";
  await getServerLinks(app).saveFolder(folder, link.server.id);
  try {
    await app.documents.changeFolder(folder, { write: [formatFolderLink({ connection, ...link })] });
  } catch (error) {
    if (isAbortError(error)) throw error;
    app.log.warning(
      `${folderLinkName} could not be written to ${readDocumentName(folder)}: ${readErrorMessage(error)}`,
    );
  }
}
