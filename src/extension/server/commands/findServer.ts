import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { CommandError } from "../../base/failure.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { showNone } from "../../project/commands/showNone.ts";
import { readProjectFilter } from "../../project/model/selectedProject.ts";
import { findServerById, findServerOfArtifact } from "../model/readServer.ts";
import { getServerLinks } from "../model/serverLinks.ts";
import { formatServerState } from "../model/serverState.ts";

interface Question {
  readonly title: string;
  /** Filters the servers to pick from. */
  readonly suits?: (server: Server) => boolean;
  /** The message when no server matches. */
  readonly none: string;
  /** What else may be picked; its description says what it is. */
  readonly also?: Pick<Server, "id" | "name" | "description">;
}

interface FoundServer {
  readonly client: ServiceClient;
  readonly server: Server;
}

/** A command that runs on its server, or on one that the user picks. */
export const onServer =
  <Context extends ConnectedServices>(
    question: Question,
    run: (app: Context, found: FoundServer, target: CommandTarget) => Promise<void>,
  ): CommandHandler<Context> =>
  async (app, target) => {
    const found = await findServerAndClient(app, target, question);
    if (found) await run(app, found, target);
  };

/** The client of the connection in use, with the command's server. undefined: cancelled, signed out, or there is no server. */
export async function findServerAndClient(
  app: ConnectedServices,
  target: CommandTarget,
  question: Question,
): Promise<FoundServer | undefined> {
  const client = await app.client();
  const server = client && (await findServer(app, client, target, question));
  return client && server && { client, server };
}

/** The current state of the command's server; prompts from the palette. undefined: cancelled, or there is none. */
export async function findServer(
  app: ConnectedServices,
  client: ServiceClient,
  target: CommandTarget,
  question: Question,
): Promise<Server | undefined> {
  const targetServer = serverOf(client, target);
  if (!targetServer) return pickServer(app, client, question);
  const server = await targetServer;
  if (typeof server === "object") return server;
  throw new CommandError(
    server === "gone"
      ? l10n.t("This server was archived or deleted. Refresh the view.")
      : l10n.t("The service does not show this server. Refresh the view."),
  );
}

/** undefined: the clicked node has no server. */
function serverOf(client: ServiceClient, { node }: CommandTarget): Promise<Server | "gone" | undefined> | undefined {
  switch (node?.kind) {
    case "server":
    case "group":
    case "agents":
    case "agentUse":
    case "tools":
    case "variables":
    case "variable":
      return findServerById(client, node.server.id);
    case "artifact":
      return findServerOfArtifact(client, node.artifact.id);
    case "version":
    case "file": {
      const { id, ownerId } = node.artifact;
      return ownerId === undefined ? findServerOfArtifact(client, id) : findServerById(client, ownerId);
    }
    case "deployment":
      return findServerById(client, node.deployment.serverId);
    default:
      return undefined;
  }
}

async function pickServer(
  app: ConnectedServices,
  client: ServiceClient,
  question: Question,
): Promise<Server | undefined> {
  const all: Server[] = [];
  const listChoices = async () => {
    for await (const server of client.list("servers.list", { limit: 200, ...readProjectFilter(app) })) all.push(server);
    const servers = all.filter((server) => question.suits?.(server) ?? true).map(toChoice);
    const { also } = question;
    return also ? [...servers, { label: also.name, detail: also.description, icon: "tools", value: also }] : servers;
  };
  const first = l10n.t("There is no server yet. Generate one from an OpenAPI document, or make one from the template.");
  const used = getServerLinks(app).used();
  return app.prompts.pick({
    title: question.title,
    placeholder: l10n.t("Which server?"),
    choices: listChoices(),
    none: () => (all.length === 0 ? showNone(app, first, listFirstSteps(app)) : showNone(app, question.none)),
    active: (server) => server.id === used,
  });
}

const toChoice = (server: Server) => ({
  label: server.name,
  description: joinTextParts(
    formatServerState({ server, live: undefined, latest: undefined }),
    // What runs may be an earlier one.
    server.latestVersion && server.liveDeploymentId
      ? l10n.t`newest version ${server.latestVersion}`
      : server.latestVersion,
  ),
  icon: "server",
  value: server,
});

const listFirstSteps = ({ run }: EditorServices) => ({
  [l10n.t("Generate Server from OpenAPI")]: () => run("fairlead.server.generate"),
  [l10n.t("New Server from Template")]: () => run("fairlead.server.create"),
});
