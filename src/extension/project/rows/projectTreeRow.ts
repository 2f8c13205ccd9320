import * as l10n from "@vscode/l10n";
import type { Project } from "../../../contract/projects.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { describeArchived, isArchived } from "../../base/archivedState.ts";
import { collectFacts, listOperations, type NodeText, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import { formatRunnerWord } from "../../server/model/runners.ts";

export interface ProjectNode {
  readonly kind: "project";
  readonly project: Project;
  readonly selected: boolean;
}

export const projectTreeRow: TreeRowKind<ProjectNode> = {
  id: ({ project }) => `project:${project.id}`,
  accessibleName: l10n.t("Project"),
  describe: (node, now) => describeArchived(node.project, describeProject(node), now),
  click: ({ project }) =>
    isArchived(project) ? undefined : { command: "fairlead.project.select", title: l10n.t("Select Project") },
  serviceId: ({ project }) => project.id,
  operations: ({ project: { id } }) => [
    ...listOperations(["project.get", "project.update"], { id }),
    ...listOperations(["servers.list", "servers.create", "skills.list", "skills.create", "deployments.list"], {
      projectId: id,
    }),
  ],
};

function describeProject({ project, selected }: ProjectNode): NodeText {
  const { serverCount, skillCount } = project;
  const skills = skillCount ? formatQuantity(skillCount, l10n.t("skill"), l10n.t("skills")) : undefined;
  const servers =
    serverCount === undefined ? undefined : formatQuantity(serverCount, l10n.t("server"), l10n.t("servers"));
  return {
    label: project.name,
    description: joinTextParts(
      selected ? l10n.t("selected") : undefined,
      servers,
      skills,
      formatRunnerWord(project.runsOn),
    ),
    icon: selected ? "pass-filled" : "project",
    facts: () =>
      collectFacts(
        [l10n.t("Project"), project.name],
        [l10n.t("Description"), project.description],
        [l10n.t("Servers"), serverCount?.toString()],
        [l10n.t("Skills"), skillCount?.toString()],
        [l10n.t("Servers run on"), formatRunnerWord(project.runsOn)],
      ),
    context: ["project", ...(selected ? ["selected"] : []), ...(project.runsOn ? ["runner"] : [])].join("."),
  };
}
