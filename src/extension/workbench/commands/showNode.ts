import type { ViewId } from "../../base/ports.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readSelectedProject, writeSelectedProject } from "../../project/model/selectedProject.ts";
import type { WorkbenchServices } from "../app.ts";
import type { TreeNode } from "../nodes.ts";

export type ShowNodeContext = ConnectedServices & Pick<WorkbenchServices, "filters" | "reveal">;

/** Shows what a node stands for: its row, or the document or panel about it. Changes nothing at the service. */
export async function showNode(app: ShowNodeContext, node: TreeNode): Promise<void> {
  switch (node.kind) {
    case "server":
      return showRow(app, "fairlead.servers", node, node.server);
    case "skill":
      return showRow(app, "fairlead.skills", node, node.skill);
    case "source":
      return showRow(app, "fairlead.skills", node, node.source);
    case "project":
      return showRow(app, "fairlead.projects", node, node.project);
    case "deployment":
      return app.run("fairlead.deployment.open", { node });
    default:
      return app.run("fairlead.artifact.open", { node });
  }
}

interface Shown {
  readonly name: string;
  readonly projectId?: string | undefined;
}

/** A row that is not among those of the view, such as one of a later page, is found by the view's filter. */
async function showRow(app: ShowNodeContext, view: ViewId, node: TreeNode, { name, projectId }: Shown): Promise<void> {
  if (await app.reveal(view, node)) return;
  await showProjectOf(app, projectId);
  await app.filters.write(view, name);
  await app.run(`${view}.focus`);
}

/** The views show all projects again if the selected one hides the row. */
async function showProjectOf(app: ShowNodeContext, projectId: string | undefined): Promise<void> {
  const scope = app.connections.scope() ?? "";
  const selected = readSelectedProject(app.memory, scope);
  if (!selected || projectId === undefined || projectId === selected.id) return;
  await writeSelectedProject(app.memory, scope, undefined);
  app.refresh("fairlead.projects", "fairlead.servers", "fairlead.skills", "fairlead.deployments");
}
