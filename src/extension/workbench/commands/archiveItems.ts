import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { formatFirst } from "../../../text/formatFirst.ts";
import { formatList } from "../../../text/language/formatList.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { listServerUses } from "../../agents/model/agentUses.ts";
import { formatMcpAgent } from "../../agents/model/mcpAgents.ts";
import { setArchived } from "../../base/archivedState.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { confirmCall } from "../../connection/commands/confirmCall.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import {
  readSelectedProject,
  type SelectedProject,
  writeSelectedProject,
} from "../../project/model/selectedProject.ts";
import { isServerRunning } from "../../server/model/serverState.ts";
import { type ArchivableItem, listArchivableItems, refreshItemViews } from "../archivableItem.ts";

/** An item with what archiving it stops. */
interface ArchivePlan {
  readonly item: ArchivableItem;
  /** The servers that run now: its own, or those of a project; undefined if the service does not say. */
  readonly running: readonly Server[] | undefined;
}

/** Archives the selected projects, servers and skills after one question. */
export const archiveItems: CommandHandler<ConnectedServices> = async (app, target) => {
  const items = listArchivableItems(target).filter(({ isArchived }) => !isArchived);
  if (items.length === 0) {
    showMessage(app, "info", l10n.t("Select a project, a server or a skill in its view to archive it."));
    return;
  }
  const client = await app.client();
  if (!client) return;
  const plans: ArchivePlan[] = [];
  for (const item of items) plans.push({ item, running: await readRunningServers(client, item) });
  const operation = `${items[0]?.kind ?? "server"}.update` as const;
  const isAsked = app.settings().confirm.includes("archive");
  const confirmed = isAsked ? await confirmCall(app, operation, createQuestion(app, plans)) : {};
  if (!confirmed) return;
  const selected = readSelectedProject(app.memory, app.connections.scope() ?? "");
  const done: ArchivePlan[] = [];
  try {
    for (const plan of plans) {
      await setArchived(client, plan.item, { archived: true, ...confirmed });
      done.push(plan);
      if (plan.item.id === selected?.id) await selectProject(app, undefined);
    }
  } finally {
    if (done.length > 0) {
      refreshItemViews(app);
      const undo = () => undoArchiving(app, client, done, selected);
      showMessage(app, "info", l10n.t`Archived ${formatFirst(done.map(({ item }) => item.name))}.`, {
        [l10n.t("Undo")]: undo,
      });
    }
  }
};

function selectProject(app: ConnectedServices, project: SelectedProject | undefined): Promise<void> {
  return writeSelectedProject(app.memory, app.connections.scope() ?? "", project);
}

async function readRunningServers(
  client: ServiceClient,
  { node }: ArchivableItem,
): Promise<readonly Server[] | undefined> {
  if (node.kind === "skill") return [];
  if (node.kind === "server")
    return node.server.desiredState === undefined ? undefined : [node.server].filter(isServerRunning);
  const servers: Server[] = [];
  for await (const server of client.list("servers.list", { projectId: node.project.id, limit: 200 })) {
    if (server.desiredState === undefined) return undefined;
    if (isServerRunning(server)) servers.push(server);
  }
  return servers;
}

function createQuestion(app: ConnectedServices, plans: readonly ArchivePlan[]) {
  const session = app.connections.session();
  const isLocal = session.kind === "connected" && session.connection.kind === "local";
  const [first] = plans;
  const named = plans.length === 1 ? [] : [`${formatList(plans.map(({ item }) => item.name))}.`];
  return {
    message: plans.length === 1 && first ? askOne(first.item) : l10n.t`Archive these ${plans.length} items?`,
    detail: [
      ...named,
      ...plans.flatMap(({ item, running }) => [...describeEffects(item, running), ...describeAgents(app, item)]),
      plans.length === 1 ? describeRestoringOne(isLocal) : describeRestoringSeveral(isLocal),
    ].join(" "),
    action: l10n.t("Archive"),
  };
}

function describeAgents({ memory, connections }: ConnectedServices, { node }: ArchivableItem): readonly string[] {
  if (node.kind !== "server") return [];
  const uses = listServerUses(memory, connections.scope() ?? "", node.server.id);
  const agents = [...new Set(uses.map(({ agent }) => formatMcpAgent(agent)))];
  return agents.length === 0
    ? []
    : [l10n.t`It stays in the files of ${formatList(agents)}, which cannot reach it then.`];
}

function askOne({ kind, name }: ArchivableItem): string {
  if (kind === "project") return l10n.t`Archive the project "${name}"?`;
  return kind === "server" ? l10n.t`Archive the server "${name}"?` : l10n.t`Archive the skill "${name}"?`;
}

const describeRestoringOne = (isLocal: boolean) =>
  isLocal
    ? l10n.t("Restore brings it back within 30 days; after that the local service deletes it.")
    : l10n.t("Restore brings it back.");

const describeRestoringSeveral = (isLocal: boolean) =>
  isLocal
    ? l10n.t("Restore brings them back within 30 days; after that the local service deletes them.")
    : l10n.t("Restore brings them back.");

/** What the archiving of an item does besides taking it out of the lists, as far as the service says. */
function describeEffects({ node }: ArchivableItem, running: readonly Server[] | undefined): readonly string[] {
  if (node.kind === "skill") return node.copies.length === 0 ? [] : [l10n.t("Installed copies stay where they are.")];
  if (node.kind === "server")
    return running?.length === 0
      ? []
      : [running ? l10n.t("It is running and stops.") : l10n.t("If it runs, it stops.")];
  const { serverCount, skillCount } = node.project;
  const content = [
    ...(serverCount ? [formatQuantity(serverCount, l10n.t("server"), l10n.t("servers"))] : []),
    ...(skillCount ? [formatQuantity(skillCount, l10n.t("skill"), l10n.t("skills"))] : []),
  ];
  const stops = running === undefined ? l10n.t("Running servers stop.") : running.length === 0 ? "" : stopOf(running);
  const isKnown = serverCount !== undefined && skillCount !== undefined;
  if (isKnown && content.length === 0) return [];
  return [describeContent(content), stops].filter(Boolean);
}

function describeContent([one, other]: readonly string[]): string {
  if (one === undefined) return l10n.t("What is in it will be archived with it.");
  return other === undefined
    ? l10n.t`Its ${one} will be archived with it.`
    : l10n.t`Its ${one} and ${other} will be archived with it.`;
}

function stopOf(running: readonly Server[]): string {
  const names = formatList(running.map(({ name }) => name));
  return running.length === 1
    ? l10n.t`${names} is running and will stop.`
    : l10n.t`${names} are running and will stop.`;
}

/** Brings everything back as it was: what ran, runs again. */
async function undoArchiving(
  app: ConnectedServices,
  client: ServiceClient,
  plans: readonly ArchivePlan[],
  selected: SelectedProject | undefined,
): Promise<void> {
  try {
    for (const { item, running = [] } of plans) {
      await setArchived(client, item, { archived: false });
      for (const { id } of running) await client.call("server.update", { id, desiredState: "running" });
      if (item.id === selected?.id) await selectProject(app, selected);
    }
  } finally {
    refreshItemViews(app);
  }
}
