import type { ExtensionContext } from "vscode";
import { createCompatibilityPanel } from "../../core/panels/compatibilityPanel.ts";
import { createDeploymentPanel } from "../../core/panels/deploymentPanel.ts";
import { createUsagePanel } from "../../core/panels/usagePanel.ts";
import type { CommandServices } from "../createCommandServices.ts";
import { createPanels } from "./createPanels.ts";

/** The panels of this window, by view type. */
export type EditorPanels = ReturnType<typeof createEditorPanels>;

export function createEditorPanels(context: ExtensionContext, app: CommandServices) {
  return {
    "fairlead.compatibility": createPanels(context, app.log, createCompatibilityPanel({ app, now: Date.now })),
    "fairlead.deployment": createPanels(context, app.log, createDeploymentPanel({ app })),
    "fairlead.usage": createPanels(context, app.log, createUsagePanel({ app, now: Date.now })),
  };
}
