import type { Client } from "../../client/client.ts";
import { type Server, templates } from "../../contract/servers.ts";
import { uriOf } from "../../core/foundation/folderPath.ts";
import { folderName } from "../../core/foundation/folderRules.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { documentName } from "../../text/documentName.ts";
import type { App, Command } from "../app.ts";
import type { ProjectChoice } from "../project/projectChoice.ts";
import { askNew, type NewServer } from "./askNewServer.ts";
import { createIn } from "./createServerInProject.ts";
import { deployFolder } from "./deployFolder.ts";
import { made } from "./getServerLinks.ts";
import { runGeneration } from "./runGeneration.ts";

const title = "New Server from Template";

/** A small server to edit, in a folder that is deployed from then on. */
export const createServer: Command = async (app) => {
  const client = await app.client();
  if (!client) return;
  const fresh: NewServer = { name: "My server", project: undefined };
  const wanted = await askNew(app, client, title, fresh);
  if (!wanted) return;
  const parent = await app.documents.askFolder({
    title: `Where to put the folder of ${wanted.name}`,
    action: "Put It Here",
  });
  if (parent === undefined) return;
  const ended = await runCancellable(
    app.progress,
    { title: `Making ${wanted.name}`, in: "notification" },
    (report, signal) => make(app, client, wanted, report, signal),
  );
  app.refresh("fairlead.servers", "fairlead.projects");
  if (ended.kind === "cancelled") {
    say(app, "info", `No longer waiting for ${wanted.name}; the Servers view shows what the service made of it.`);
    return;
  }
  const server = ended.value;
  if (server.status === "failed") {
    say(app, "error", `${server.name} was not made. ${server.statusDetail ?? ""}`.trim());
    return;
  }
  await writeCode(app, client, server, parent);
};

async function make(
  app: App,
  client: Client,
  wanted: { readonly name: string; readonly project: ProjectChoice },
  report: (message: string) => void,
  signal: AbortSignal,
): Promise<Server> {
  const source = { kind: "template", template: templates[0] } as const;
  const server = await createIn(app, client, { ...wanted, source }, signal);
  report("Generating the code");
  return runGeneration(client, server, source, signal);
}

async function writeCode(app: App, client: Client, server: Server, parent: string): Promise<void> {
  const { artifactId, latestVersion, name, slug } = server;
  if (artifactId === null || latestVersion === null) return;
  const files = await app.versions.list(client, artifactId, latestVersion);
  const folder = uriOf({ root: parent, path: folderName(slug) });
  const written = await app.documents.writeFolder(folder, files);
  if (!written) {
    say(app, "info", `${name} was made, but no folder was written. "Save Code to Folder" on the server writes it.`);
    return;
  }
  await made(app).keepFolder(folder, server.id);
  const entry = written.find((path) => path === "server.mjs") ?? written[0];
  if (entry !== undefined) await app.documents.show(uriOf({ root: folder, path: entry }));
  const words = `${name} is in the folder ${documentName(folder)}. Edit it, then deploy the folder.`;
  say(app, "info", words, { Deploy: () => deployFolder(app, client, folder) });
}
