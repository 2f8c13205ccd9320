import * as l10n from "@vscode/l10n";
import type { EditorServices } from "../../base/editorServices.ts";
import type { NextSteps } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readSelectedProject } from "../model/selectedProject.ts";

/** Says that there is nothing to choose, or that the selected project has nothing, because other projects may. */
export function showNone(app: EditorServices & ConnectedServices, message: string, steps: NextSteps = {}): void {
  const project = readSelectedProject(app.memory, app.connections.scope() ?? "");
  if (!project) showMessage(app, "info", message, steps);
  else
    showMessage(
      app,
      "info",
      l10n.t`The selected project ${project.name} has none to choose. Other projects may have one.`,
      { [l10n.t("Select Project")]: () => app.run("fairlead.project.select") },
    );
}
