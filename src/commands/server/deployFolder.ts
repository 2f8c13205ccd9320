import type { Client } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { sameFiles } from "../../core/registry/hasSameFiles.ts";
import type { CodeFile } from "../../core/registry/versionFiles.ts";
import { packFolder } from "../../core/server/packServerFolder.ts";
import { readServer } from "../../core/server/readServer.ts";
import { documentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";
import { askNew, type NewServer } from "./askNewServer.ts";
import { createIn } from "./createServerInProject.ts";
import { deployVersion } from "./deployVersion.ts";
import { made } from "./getServerLinks.ts";
import { runGeneration } from "./runGeneration.ts";

/** Makes a version of a folder's code and deploys it. The first time it asks what the server is called. */
export async function deployFolder(app: App, client: Client, folder: string): Promise<void> {
  const files = await app.documents.readFolder(folder);
  const { source, title } = packFolder(documentName(folder), files);
  const known = made(app).ofFolder(folder);
  const server = known === undefined ? undefined : await readServer(client, known);
  if (server && (await isDeployable(app, client, server, files))) return deployVersion(app, client, server);
  const wanted: NewServer = { name: title.slice(0, 100), project: undefined };
  const plan = server ?? (await askNew(app, client, `Deploy ${documentName(folder)}`, wanted));
  if (!plan) return;
  const ended = await runCancellable(
    app.progress,
    { title: `Making a version of ${plan.name}`, in: "notification" },
    async (_, signal) => {
      const owner = "id" in plan ? plan : await createIn(app, client, plan, signal);
      await made(app).keepFolder(folder, owner.id);
      return runGeneration(client, owner, source, signal);
    },
  );
  app.refresh("fairlead.servers", "fairlead.projects");
  if (ended.kind === "cancelled") {
    say(app, "info", `Nothing was deployed: making a version of ${plan.name} was cancelled.`);
    return;
  }
  if (ended.value.status === "ready") return deployVersion(app, client, ended.value);
  say(app, "error", `No version was made of ${plan.name}. ${ended.value.statusDetail ?? ""}`.trim());
}

/** The folder holds what the latest version is: another one would be the same under another number. */
async function isDeployable(app: App, client: Client, server: Server, files: readonly CodeFile[]): Promise<boolean> {
  const { artifactId, latestVersion } = server;
  if (artifactId === null || latestVersion === null) return false;
  return sameFiles(files, await app.versions.list(client, artifactId, latestVersion));
}
