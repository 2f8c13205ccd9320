import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { PromptChoice } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readSelectedProject, type SelectedProject, writeSelectedProject } from "../model/selectedProject.ts";
import { listProjects } from "./projectChoice.ts";

type Selection = SelectedProject | "all";

/** Filters servers and deployments by a project; selecting it again shows all. */
export const selectProject: CommandHandler<ConnectedServices> = async (app, target) => {
  const client = await app.client();
  const scope = app.connections.scope();
  if (!client || scope === undefined) return;
  const selected = readSelectedProject(app.memory, scope);
  const choices = async (): Promise<PromptChoice<Selection>[]> => {
    const projects = (await listProjects(client)).map((project): PromptChoice<Selection> => {
      return { label: project.name, description: project.description, icon: "project", value: project };
    });
    return [{ label: l10n.t("All projects"), icon: "layers", value: "all" }, ...projects];
  };
  const selection = clicked(target, selected) ?? (await pickSelection(app, choices(), selected));
  if (selection === undefined) return;
  await writeSelectedProject(app.memory, scope, selection === "all" ? undefined : selection);
  app.refresh("fairlead.projects", "fairlead.servers", "fairlead.skills", "fairlead.deployments");
};

function clicked({ node }: CommandTarget, selected: SelectedProject | undefined): Selection | undefined {
  if (node?.kind !== "project") return undefined;
  return node.project.id === selected?.id ? "all" : node.project;
}

async function pickSelection(
  app: EditorServices,
  choices: Promise<readonly PromptChoice<Selection>[]>,
  selected: SelectedProject | undefined,
): Promise<Selection | undefined> {
  return app.prompts.pick<Selection>({
    title: l10n.t("Select Project"),
    placeholder: l10n.t("Show servers, skills and deployments of which project?"),
    choices,
    active: (choice) => (choice === "all" ? !selected : choice.id === selected?.id),
  });
}
