import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../client/client.ts";
import type { ConnectionSession } from "../../core/connection/connectionSession.ts";
import { type ArchivableItem, listArchivableItems } from "../../core/view/archivableItem.ts";
import type { CommandTarget } from "../../core/view/commandTarget.ts";
import type { App } from "../app.ts";
import { findOrPickProject } from "../project/findOrPickProject.ts";
import { listProjects } from "../project/projectChoice.ts";
import type { SourcePart } from "./chooseCopyProject.ts";

/** The selected projects, servers and skills, or a picked project; undefined: cancelled. */
export async function findSourceParts(
  app: Pick<App, "prompts">,
  { client, connection }: Extract<ConnectionSession, { kind: "connected" }>,
  target: CommandTarget,
): Promise<readonly SourcePart[] | undefined> {
  const items = listArchivableItems(target).filter(({ isArchived }) => !isArchived);
  if (items.length === 0) {
    const project = await findOrPickProject(app, client, {}, l10n.t("Copy to Connection"));
    return project && [{ selection: { kind: "project", project }, project }];
  }
  const names = await readProjectNames(client, items);
  return items.map(({ kind, id, name, node, projectId = "" }): SourcePart => {
    if (node.kind === "project")
      return { selection: { kind: "project", project: node.project }, project: node.project };
    // A service that does not say the project of an item lends its own name to that of the copies.
    const project = names.get(projectId) ?? { name: connection.name || name, description: "" };
    return { selection: { kind: kind === "skill" ? "skill" : "server", id }, project };
  });
}

async function readProjectNames(client: ServiceClient, items: readonly ArchivableItem[]) {
  if (items.every(({ kind }) => kind === "project")) return new Map<string, SourcePart["project"]>();
  return new Map((await listProjects(client)).map((project) => [project.id, project]));
}
