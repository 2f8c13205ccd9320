import type { Project } from "../../../contract/projects.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { isArchived } from "../../foundation/archivedState.ts";
import { collectFacts, type NodeText } from "../nodeText.ts";
import { describeArchived } from "./describeArchived.ts";
import { formatItemRevision } from "./itemRevision.ts";
import { listOperations, type TreeRowKind } from "./treeRowKind.ts";

export interface ProjectNode {
  readonly kind: "project";
  readonly project: Project;
  readonly selected: boolean;
}

export const projectTreeRow: TreeRowKind<ProjectNode> = {
  id: ({ project }) => `project:${project.id}`,
  accessibleName: "Project",
  describe: (node, now) => describeArchived(node.project, describeProject(node), now),
  revision: ({ project, selected }) =>
    `${formatItemRevision(project)} ${project.serverCount} ${project.skillCount} ${selected}`,
  click: ({ project }) =>
    isArchived(project) ? undefined : { command: "fairlead.project.select", title: "Select Project" },
  serviceId: ({ project }) => project.id,
  operations: ({ project: { id } }) => [
    ...listOperations(["project.get", "project.update"], { id }),
    ...listOperations(["servers.list", "servers.create", "skills.list", "skills.create", "deployments.list"], {
      projectId: id,
    }),
  ],
};

function describeProject({ project, selected }: ProjectNode): NodeText {
  const counted = (count: number | undefined, one: string) =>
    count === undefined ? undefined : `${count} ${count === 1 ? one : `${one}s`}`;
  const { serverCount, skillCount } = project;
  const skills = skillCount ? counted(skillCount, "skill") : undefined;
  const servers = counted(serverCount, "server");
  return {
    label: project.name,
    description: joinTextParts(selected ? "selected" : undefined, servers, skills),
    icon: selected ? "pass-filled" : "project",
    facts: () =>
      collectFacts(
        ["Project", project.name],
        ["Description", project.description],
        ["Servers", serverCount?.toString()],
        ["Skills", skillCount?.toString()],
      ),
    context: selected ? "project.selected" : "project",
  };
}
