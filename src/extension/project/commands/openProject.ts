import * as l10n from "@vscode/l10n";
import type { Project } from "../../../contract/projects.ts";
import { readServiceId } from "../../../contract/received.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { findOrPickProject } from "./findOrPickProject.ts";

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
