import type { ServiceClient } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { hasSameFiles } from "../../core/registry/hasSameFiles.ts";
import type { CodeFile } from "../../core/registry/versionFiles.ts";
import { packServerFolder } from "../../core/server/packServerFolder.ts";
import { readServer } from "../../core/server/readServer.ts";
import { readDocumentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";
import { askNewServer, type NewServer } from "./askNewServer.ts";
import { createServerInProject } from "./createServerInProject.ts";
import { type DeployVersionContext, deployVersion } from "./deployVersion.ts";
import { getServerLinks } from "./getServerLinks.ts";
import { runGeneration } from "./runGeneration.ts";

export type DeployFolderContext = DeployVersionContext & Pick<App, "documents" | "polling">;

/** Creates a version of a folder's code and deploys it. The first time it prompts for the server's name. */
export async function deployFolder(app: DeployFolderContext, client: ServiceClient, folder: string): Promise<void> {
  const files = await app.documents.readFolder(folder);
  const { source, title } = packServerFolder(readDocumentName(folder), files);
  const linkedServerId = getServerLinks(app).ofFolder(folder);
  const server = linkedServerId === undefined ? undefined : await readServer(client, linkedServerId);
  if (server && (await isDeployable(app, client, server, files))) return deployVersion(app, client, server);
  const newServer: NewServer = { name: title.slice(0, 100), project: undefined };
  const plan = server ?? (await askNewServer(app, client, `Deploy ${readDocumentName(folder)}`, newServer));
  if (!plan) return;
  const ended = await runCancellable(
    app.progress,
    { title: `Creating a version of ${plan.name}`, in: "notification" },
    async (_, signal) => {
      const owner = "id" in plan ? plan : await createServerInProject(app, client, plan, signal);
      await getServerLinks(app).saveFolder(folder, owner.id);
      return runGeneration({ client, polling: app.polling, signal }, owner, source);
    },
  );
  app.refresh("fairlead.servers", "fairlead.projects");
  if (ended.kind === "cancelled") {
    showMessage(app, "info", `Nothing was deployed: creating a version of ${plan.name} was cancelled.`);
    return;
  }
  if (ended.value.status === "ready") return deployVersion(app, client, ended.value);
  showMessage(app, "error", `No version was created of ${plan.name}. ${ended.value.statusDetail ?? ""}`.trim());
}

/** The folder equals the latest version, so another version would only have another number. */
async function isDeployable(
  app: Pick<App, "versions">,
  client: ServiceClient,
  server: Server,
  files: readonly CodeFile[],
): Promise<boolean> {
  const { artifactId, latestVersion } = server;
  if (!artifactId || !latestVersion) return false;
  return hasSameFiles(files, await app.versions.list(client, artifactId, latestVersion));
}
