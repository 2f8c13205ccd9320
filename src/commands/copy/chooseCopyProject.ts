import * as l10n from "@vscode/l10n";
import type { Project } from "../../contract/projects.ts";
import type { CopyEnd } from "../../core/copy/copyEnd.ts";
import type { CopyRequest } from "../../core/copy/copyJob.ts";
import type { CopySelection } from "../../core/copy/readCopyItems.ts";
import { isArchived } from "../../core/foundation/archivedState.ts";
import type { PromptBack, PromptChoice, PromptStep } from "../../core/foundation/ports.ts";
import { formatList } from "../../text/language/formatList.ts";
import type { App } from "../app.ts";
import { listProjects } from "../project/projectChoice.ts";

/** A part of the selection, with the project that it is in. */
export interface SourcePart {
  readonly selection: CopySelection;
  readonly project: Pick<Project, "name" | "description">;
}

/** The project of the copies: one for all, or those with the names of the source's. */
export type CopyProjectChoice = { readonly kind: "known"; readonly id: string } | { readonly kind: "sameNames" };

/** Prompts for the project there. */
export async function chooseCopyProject(
  app: Pick<App, "prompts">,
  target: CopyEnd,
  parts: readonly SourcePart[],
  question: { readonly title: string; readonly step: PromptStep },
  remembered: CopyProjectChoice | undefined,
): Promise<CopyProjectChoice | PromptBack | undefined> {
  const list = async () => {
    const projects = await listOpenProjects(target);
    const known = projects.map(({ id, name, description }): PromptChoice<CopyProjectChoice> => {
      return { label: name, description, icon: "project", value: { kind: "known", id } };
    });
    return [sameNames(parts, projects), ...known];
  };
  return app.prompts.pick<CopyProjectChoice>({
    ...question,
    placeholder: l10n.t`Into which project of ${target.name}?`,
    choices: list(),
    active: (choice) =>
      choice.kind === "known"
        ? remembered?.kind === "known" && choice.id === remembered.id
        : remembered?.kind !== "known",
  });
}

function sameNames(parts: readonly SourcePart[], projects: readonly Project[]): PromptChoice<CopyProjectChoice> {
  const names = [...new Set(parts.map(({ project }) => project.name))];
  const missing = names.filter((name) => !projects.some((one) => one.name === name));
  const [first = ""] = names;
  const label =
    names.length > 1
      ? l10n.t("Projects of the Same Names")
      : missing.length > 0
        ? l10n.t`New Project "${first}"`
        : l10n.t`Project "${first}", as Here`;
  const detail =
    names.length > 1 && missing.length > 0
      ? l10n.t`Makes the projects that are missing: ${formatList(missing)}.`
      : undefined;
  return { label, detail, icon: missing.length > 0 ? "add" : "project", value: { kind: "sameNames" } };
}

/** What is copied into which project, as the projects are there now: an interrupted copy has made some of them. */
export async function readCopyRequests(
  target: CopyEnd,
  parts: readonly SourcePart[],
  choice: CopyProjectChoice,
): Promise<readonly CopyRequest[]> {
  const projects = await listOpenProjects(target);
  if (choice.kind === "known") {
    const project = projects.find(({ id }) => id === choice.id);
    if (!project)
      throw new ProjectGoneError(
        l10n.t`The chosen project is no longer at ${target.name}. Copy again, and choose another one.`,
      );
    const { id, name } = project;
    return [{ project: { kind: "known", id, name }, selection: parts.map(({ selection }) => selection) }];
  }
  const groups = Map.groupBy(parts, ({ project }) => project.name);
  return [...groups].map(([name, group]): CopyRequest => {
    const found = projects.find((one) => one.name === name);
    const selection = group.map((part) => part.selection);
    if (found) return { project: { kind: "known", id: found.id, name }, selection };
    return { project: { kind: "new", name, description: group[0]?.project.description }, selection };
  });
}

class ProjectGoneError extends Error {
  override readonly name = "ProjectGoneError";
}

const listOpenProjects = async ({ client }: CopyEnd) => (await listProjects(client)).filter((one) => !isArchived(one));
