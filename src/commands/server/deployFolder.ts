import type { Client } from "../../api/client.ts";
import type { Server } from "../../contract/servers.ts";
import type { App } from "../../core/app.ts";
import { runCancellable } from "../../core/cancellable.ts";
import { documentName } from "../../core/documentName.ts";
import { packFolder } from "../../core/packFolder.ts";
import { readServer } from "../../core/readServer.ts";
import { sameFiles } from "../../core/sameFiles.ts";
import { say } from "../../core/say.ts";
import type { CodeFile } from "../../core/versionFiles.ts";
import { askNew, type NewServer } from "./askNew.ts";
import { createIn } from "./createIn.ts";
import { deployVersion } from "./deployVersion.ts";
import { made } from "./made.ts";
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
