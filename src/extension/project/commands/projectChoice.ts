import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Project } from "../../../contract/projects.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../base/ports.ts";
import { findResourceNameProblem } from "../../base/prompts/findResourceNameProblem.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import { readUserSettings } from "../model/readUserSettings.ts";
import { readSelectedProject, writeSelectedProject } from "../model/selectedProject.ts";

/** The project of a new server: an existing one, or one that is created after all prompts. */
export type ProjectChoice =
  | { readonly kind: "known"; readonly id: string }
  | { readonly kind: "new"; readonly name: string };

/** The project that needs no prompt: the selected, the only or the default one, or a first one; undefined: prompt. */
export async function findDefaultProject(
  app: ConnectedServices,
  client: ServiceClient,
  projects: readonly Project[],
  firstName = l10n.t("My servers"),
): Promise<ProjectChoice | undefined> {
  if (projects.length === 0) return { kind: "new", name: firstName };
  const find = (projectId: string | null | undefined) => projects.find(({ id }) => id === projectId);
  const only = projects.length === 1 ? projects[0] : undefined;
  const chosen = find(readSelectedProject(app.memory, scope(app))?.id) ?? only;
  const found = chosen ?? find((await readUserSettings(client)).defaultProjectId);
  return found && { kind: "known", id: found.id };
}

export async function listProjects(client: ServiceClient): Promise<Project[]> {
  const projects: Project[] = [];
  for await (const project of client.list("projects.list", { limit: 200 })) projects.push(project);
  return projects;
}

export async function askProject(
  app: EditorServices,
  projects: readonly Project[],
  current: ProjectChoice | undefined,
  question: { readonly title: string; readonly step: PromptStep },
): Promise<ProjectChoice | PromptBack | undefined> {
  const picked = await app.prompts.pick<ProjectChoice>({
    ...question,
    placeholder: l10n.t("Which project does it belong to?"),
    choices: [
      ...projects.map(({ id, name, description }) => ({
        label: name,
        description,
        icon: "project",
        value: { kind: "known", id } as const,
      })),
      { label: l10n.t("New project..."), icon: "add", value: { kind: "new", name: "" } },
    ],
    active: (choice) => choice.kind === "known" && current?.kind === "known" && choice.id === current.id,
  });
  if (picked === undefined || picked === promptBack || picked.kind === "known") return picked;
  const name = await app.prompts.input({
    ...question,
    prompt: l10n.t("The new project's name"),
    value: current?.kind === "new" ? current.name : "",
    validate: findResourceNameProblem,
  });
  return name === undefined || name === promptBack ? name : { kind: "new", name: name.trim() };
}

/** The project's id; creates and selects a new project. */
export async function ensureProject(
  app: ConnectedServices,
  client: ServiceClient,
  choice: ProjectChoice,
  signal: AbortSignal,
): Promise<string> {
  if (choice.kind === "known") return choice.id;
  const project = await client.call("projects.create", { name: choice.name }, { signal });
  const id = scope(app);
  if (readSelectedProject(app.memory, id)) await writeSelectedProject(app.memory, id, project);
  app.refresh("fairlead.projects");
  return project.id;
}

const scope = (app: ConnectionServices) => app.connections.scope() ?? "";
