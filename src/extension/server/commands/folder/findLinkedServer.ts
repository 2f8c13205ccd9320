import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { readDocumentName } from "../../../../text/documentName.ts";
import { folderLinkName } from "../../../../text/files/folderRules.ts";
import type { PromptChoice } from "../../../base/ports.ts";
import { listConnectionChoices } from "../../../connection/commands/pickConnection.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import type { Connection } from "../../../connection/model/connection.ts";
import { isRunOnThisMachine } from "../../../registry/commands/codeConsent.ts";
import type { FolderLink } from "../../model/folder/folderLink.ts";
import { readServer } from "../../model/readServer.ts";
import { getServerLinks } from "../../model/serverLinks.ts";

/** The server of a folder, with the client of its connection; or a new one is wanted. */
type FoundServer =
  | { readonly kind: "linked"; readonly client: ServiceClient; readonly server: Server }
  | { readonly kind: "new"; readonly client: ServiceClient };

/**
 * Finds the server that a folder names. Prompts if the active connection does not have it, and before a folder that came from elsewhere
 * is deployed to a server of a remote service; undefined: cancelled.
 */
export async function findLinkedServer(
  app: ConnectedServices,
  client: ServiceClient,
  folder: string,
  link: FolderLink | undefined,
): Promise<FoundServer | undefined> {
  if (!link) return findRememberedServer(app, client, folder);
  const { connections } = app;
  const isElsewhere =
    connections.active()?.name !== link.connection && connections.all().some(({ name }) => name === link.connection);
  const server = isElsewhere ? undefined : await readServer(client, link.server.id);
  // Another service may use the same id for another server.
  const isSame = connections.active()?.name === link.connection || server?.name === link.server.name;
  if (server && isSame)
    return (await confirmServer(app, folder, server)) ? { kind: "linked", client, server } : undefined;
  return askConnection(app, client, folder, link);
}

/**
 * Anybody who writes to a repository can name a server in its `fairlead.json`, so the user agrees once. Code that runs on this machine
 * is agreed to anyway before it runs, in a question that names the server.
 */
async function confirmServer(app: ConnectedServices, folder: string, { id, name }: Server): Promise<boolean> {
  const links = getServerLinks(app);
  if (isRunOnThisMachine(app) || links.hasUsedFolder(folder, id)) return true;
  const isAgreed = await app.prompts.confirm({
    message: l10n.t`Deploy ${readDocumentName(folder)} to ${name} of ${app.connections.active()?.name ?? l10n.t("the service")}?`,
    detail: l10n.t`The ${folderLinkName} in the folder names ${name}, and this workspace has not deployed the folder there yet. Its code replaces what ${name} runs, and gets the values of its variables.`,
    action: l10n.t("Deploy"),
  });
  if (isAgreed) await links.saveFolder(folder, id);
  return isAgreed;
}

/** Folders that were deployed before there was a `fairlead.json` are known by their path. */
async function findRememberedServer(
  app: ConnectedServices,
  client: ServiceClient,
  folder: string,
): Promise<FoundServer> {
  const server = await readServer(client, getServerLinks(app).ofFolder(folder));
  return server ? { kind: "linked", client, server } : { kind: "new", client };
}

async function askConnection(
  app: ConnectedServices,
  client: ServiceClient,
  folder: string,
  { server, connection: named }: FolderLink,
): Promise<FoundServer | undefined> {
  let current = client;
  for (;;) {
    const here = app.connections.active()?.name ?? "";
    const others = listConnectionChoices(app).filter(({ value }) => value.id !== app.connections.active()?.id);
    const switches = others
      .toSorted((one, other) => Number(other.label === named) - Number(one.label === named))
      .map((choice) => ({ ...choice, detail: l10n.t`Switch to this connection and deploy ${server.name}` }));
    const another: PromptChoice<"new"> = {
      label: l10n.t`New Server in ${here}...`,
      icon: "add",
      value: "new",
      detail: l10n.t`Makes another server from the folder; ${server.name} stays as it is`,
    };
    const choice = await app.prompts.pick<Connection | "new">({
      title: l10n.t`Deploy ${readDocumentName(folder)}`,
      placeholder:
        here === named
          ? l10n.t`${server.name} is not in ${here} any more. What to deploy?`
          : l10n.t`The folder belongs to ${server.name} of ${named}, and ${here} is in use. What to deploy?`,
      choices: [...switches, another],
    });
    if (choice === undefined) return undefined;
    if (choice === "new") return { kind: "new", client: current };
    await app.connections.use(choice.id);
    const switched = await app.client();
    if (!switched) return undefined;
    current = switched;
    const found = await readServer(current, server.id);
    if (!found) continue;
    // The user chose the name that the folder says.
    const isChosen = found.name === server.name;
    if (!isChosen && !(await confirmServer(app, folder, found))) return undefined;
    return { kind: "linked", client: current, server: found };
  }
}
