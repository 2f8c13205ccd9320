import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Project } from "../../../contract/projects.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { listProjects } from "./projectChoice.ts";

/** The clicked project, or a picked one; undefined: cancelled. */
export async function findOrPickProject(
  app: EditorServices,
  client: ServiceClient,
  { node }: CommandTarget,
  title: string,
): Promise<Project | undefined> {
  if (node?.kind === "project") return node.project;
  const picked = await app.prompts.pick({
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
  return picked === promptBack ? undefined : picked;
}
