import type { ExtensionContext } from "vscode";
import type { App } from "../../commands/app.ts";
import { createCompatibilityPanel } from "../../core/panels/compatibilityPanel.ts";
import { createDeploymentPanel } from "../../core/panels/deploymentPanel.ts";
import { createUsagePanel } from "../../core/panels/usagePanel.ts";
import { createPanels } from "./createPanels.ts";

/** The panels of this window, by view type. */
export type EditorPanels = ReturnType<typeof createEditorPanels>;

export function createEditorPanels(context: ExtensionContext, app: App) {
  return {
    "fairlead.compatibility": createPanels(context, app.log, createCompatibilityPanel({ app, now: Date.now })),
    "fairlead.deployment": createPanels(context, app.log, createDeploymentPanel({ app })),
    "fairlead.usage": createPanels(context, app.log, createUsagePanel({ app, now: Date.now })),
  };
}
