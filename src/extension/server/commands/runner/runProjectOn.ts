import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Project } from "../../../../contract/projects.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { formatRunner } from "../../model/runners.ts";
import { isServerLive } from "../../model/serverState.ts";
import { announceSaved } from "./announceSaved.ts";
import { askRunner } from "./askRunner.ts";

/** Chooses where the servers of a project run that have no runner of their own. */
export async function runProjectOn(app: EditorServices, client: ServiceClient, { id, name }: Project): Promise<void> {
  const { runsOn: current } = await client.call("project.get", { id });
  if (current === undefined) {
    showMessage(app, "info", l10n.t`The service does not say where the servers of ${name} run.`);
    return;
  }
  const runsOn = await askRunner(app, client, {
    title: l10n.t`Run the Servers of ${name} On`,
    placeholder: l10n.t("Where do its servers run that have no runner of their own?"),
    current,
    replicas: 1,
  });
  if (!runsOn || runsOn === current) return;
  await client.call("project.update", { id, runsOn });
  app.refresh("fairlead.projects", "fairlead.servers");
  const servers = await listLiveFollowers(client, id);
  announceSaved(app, { names: [name], saved: formatRunner(runsOn), servers });
}

/** The live servers that run as the project says. */
async function listLiveFollowers(client: ServiceClient, projectId: string): Promise<readonly Server[]> {
  const servers: Server[] = [];
  for await (const server of client.list("servers.list", { projectId, limit: 200 }))
    if (server.runsOn === null && isServerLive(server)) servers.push(server);
  return servers;
}
