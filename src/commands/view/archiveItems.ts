import type { ServiceClient } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { readSelectedProject, type SelectedProject, writeSelectedProject } from "../../core/project/selectedProject.ts";
import { isServerRunning } from "../../core/server/serverState.ts";
import { type ArchivableItem, listArchivableItems, setArchived } from "../../core/view/archivableItem.ts";
import { formatFirst } from "../../text/formatFirst.ts";
import type { App, CommandHandler } from "../app.ts";
import { confirmCall } from "../confirmCall.ts";
import { refreshItemViews } from "./refreshItemViews.ts";

type ArchiveContext = Pick<
  App,
  "client" | "connections" | "log" | "memory" | "messages" | "prompts" | "refresh" | "settings"
>;

/** An item with what archiving it stops. */
interface ArchivePlan {
  readonly item: ArchivableItem;
  /** The servers that run now: its own, or those of a project; undefined if the service does not say. */
  readonly running: readonly Server[] | undefined;
}

/** Archives the selected projects, servers and skills after one question. */
export const archiveItems: CommandHandler<ArchiveContext> = async (app, target) => {
  const items = listArchivableItems(target).filter(({ isArchived }) => !isArchived);
  if (items.length === 0) {
    showMessage(app, "info", "Select a project, a server or a skill in its view to archive it.");
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
      const Undo = () => undoArchiving(app, client, done, selected);
      showMessage(app, "info", `Archived ${formatFirst(done.map(({ item }) => item.name))}.`, { Undo });
    }
  }
};

function selectProject(app: Pick<App, "connections" | "memory">, project: SelectedProject | undefined): Promise<void> {
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

function createQuestion({ connections }: Pick<App, "connections">, plans: readonly ArchivePlan[]) {
  const session = connections.session();
  const isLocal = session.kind === "connected" && session.connection.kind === "local";
  const [first] = plans;
  const what =
    plans.length === 1 && first ? `the ${first.item.kind} "${first.item.name}"` : `these ${plans.length} items`;
  const named = plans.length === 1 ? [] : [`${plans.map(({ item }) => item.name).join(", ")}.`];
  return {
    message: `Archive ${what}?`,
    detail: [
      ...named,
      ...plans.flatMap(({ item, running }) => describeEffects(item, running)),
      plans.length === 1 ? describeRestoringOne(isLocal) : describeRestoringSeveral(isLocal),
    ].join(" "),
    action: "Archive",
  };
}

const describeRestoringOne = (isLocal: boolean) =>
  isLocal
    ? "Restore brings it back within 30 days; after that the local service deletes it."
    : "Restore brings it back.";

const describeRestoringSeveral = (isLocal: boolean) =>
  isLocal
    ? "Restore brings them back within 30 days; after that the local service deletes them."
    : "Restore brings them back.";

/** What the archiving of an item does besides taking it out of the lists, as far as the service says. */
function describeEffects({ node }: ArchivableItem, running: readonly Server[] | undefined): readonly string[] {
  if (node.kind === "skill") return node.copies.length === 0 ? [] : ["Installed copies stay where they are."];
  if (node.kind === "server")
    return running?.length === 0 ? [] : [running ? "It is running and stops." : "If it runs, it stops."];
  const { serverCount, skillCount } = node.project;
  const content = [countOf(serverCount, "server"), countOf(skillCount, "skill")].filter(Boolean).join(" and ");
  const stops = running === undefined ? "Running servers stop." : running.length === 0 ? "" : stopOf(running);
  const isKnown = serverCount !== undefined && skillCount !== undefined;
  if (isKnown && content === "") return [];
  return [`${content === "" ? "What is in it" : `Its ${content}`} will be archived with it.`, stops].filter(Boolean);
}

function countOf(count: number | undefined, noun: string): string {
  return count === undefined || count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function stopOf(running: readonly Server[]): string {
  return `${running.map(({ name }) => name).join(", ")} ${running.length === 1 ? "is" : "are"} running and will stop.`;
}

/** Brings everything back as it was: what ran, runs again. */
async function undoArchiving(
  app: Pick<App, "connections" | "memory" | "refresh">,
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
