import type { Project } from "../../contract/projects.ts";
import { readServiceId } from "../../contract/received.ts";
import type { App, CommandHandler } from "../app.ts";
import { findOrPickProject } from "./findOrPickProject.ts";

/** Shows a project's current details. */
export const openProject: CommandHandler<Pick<App, "client" | "documents" | "prompts">> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const shown = await findOrPickProject(app, client, target, "Open Project");
  if (!shown) return;
  const project = await client.call("project.get", { id: shown.id });
  await app.documents.showText(detailsOf(project), `${project.name}.md`);
};

function detailsOf(project: Project): string {
  const rows = [
    ["Servers", project.serverCount],
    ["Skills", project.skillCount],
    ["Short name", project.slug],
    ["Id", readServiceId(project.id)],
    ["Created", project.createdAt],
    ["Changed", project.updatedAt],
  ] as const;
  const facts = rows
    .flatMap(([name, value]) => (value === undefined || value === "" ? [] : [`- ${name}: ${value}`]))
    .join("\n");
  return [`# ${project.name}`, ...(project.description ? [project.description] : []), facts].join("\n\n").concat("\n");
}
