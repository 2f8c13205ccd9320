import type { ExtensionContext } from "vscode";
import type { App } from "../../commands/app.ts";
import { compatibilityPanel } from "../../core/panels/compatibilityPanel.ts";
import { deploymentPanel } from "../../core/panels/deploymentPanel.ts";
import { usagePanel } from "../../core/panels/usagePanel.ts";
import { createPanels } from "./createPanels.ts";

/** The panels of this window, by what VS Code knows their kinds by. */
export type EditorPanels = ReturnType<typeof createEditorPanels>;

export function createEditorPanels(context: ExtensionContext, app: App) {
  return {
    "fairlead.compatibility": createPanels(context, app.log, compatibilityPanel({ app, now: Date.now })),
    "fairlead.deployment": createPanels(context, app.log, deploymentPanel({ app })),
    "fairlead.usage": createPanels(context, app.log, usagePanel({ app, now: Date.now })),
  };
}
