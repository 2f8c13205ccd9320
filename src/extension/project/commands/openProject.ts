import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Project } from "../../../contract/projects.ts";
import { readServiceId } from "../../../contract/received.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { openSettingsDocument } from "../../documents/commands/openSettingsDocument.ts";
import { listProjects } from "./projectChoice.ts";

/** Shows a project's current details. */
export const openProject: CommandHandler<EditorServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const shown = await findOrPickProject(app, client, target, l10n.t("Open Project"));
  if (!shown) return;
  const project = await client.call("project.get", { id: shown.id });
  await app.documents.showText(detailsOf(project), `${project.name}.md`);
};

function detailsOf(project: Project): string {
  const rows = [
    [l10n.t("Servers"), project.serverCount],
    [l10n.t("Skills"), project.skillCount],
    [l10n.t("Short name"), project.slug],
    [l10n.t("Id"), readServiceId(project.id)],
    [l10n.t("Created"), project.createdAt],
    [l10n.t("Changed"), project.updatedAt],
  ] as const;
  const facts = rows
    .flatMap(([name, value]) => (value === undefined || value === "" ? [] : [`- ${name}: ${value}`]))
    .join("\n");
  return [`# ${project.name}`, ...(project.description ? [project.description] : []), facts].join("\n\n").concat("\n");
}

/** Opens the settings of a project as a document. */
export const editProject: CommandHandler<ConnectedServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const project = await findOrPickProject(app, client, target, l10n.t("Edit Project Settings"));
  if (project) await openSettingsDocument(app, { kind: "project", id: project.id, name: project.name });
};

/** The clicked project, or a picked one; undefined: cancelled. */
async function findOrPickProject(
  app: EditorServices,
  client: ServiceClient,
  { node }: CommandTarget,
  title: string,
): Promise<Project | undefined> {
  if (node?.kind === "project") return node.project;
  return app.prompts.pick({
    title,
    placeholder: l10n.t("Which project?"),
    choices: listProjects(client).then((projects) =>
      projects.map((project) => ({
        label: project.name,
        description: project.description,
        icon: "project",
        value: project,
      })),
    ),
  });
}
