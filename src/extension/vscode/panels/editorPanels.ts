import type { ExtensionContext } from "vscode";
import { createUsagePanel } from "../../account/panel/usagePanel.ts";
import type { ReportRefusedHost } from "../../deployment/commands/refusedHostNotices.ts";
import type { SourceLinks } from "../../deployment/model/sourceLinks.ts";
import { createDeploymentPanel } from "../../deployment/panel/deploymentPanel.ts";
import { createCompatibilityPanel } from "../../profile/panel/compatibilityPanel.ts";
import { createToolPageActions } from "../../tools/panel/toolPageActions.ts";
import { createToolPanel } from "../../tools/panel/toolPanel.ts";
import type { CommandServices } from "../createCommandServices.ts";
import { createPanels } from "./createPanels.ts";

/** The panels of this window, by view type. */
export type EditorPanels = ReturnType<typeof createEditorPanels>;

export function createEditorPanels(
  context: ExtensionContext,
  app: CommandServices,
  onRefusedHost: ReportRefusedHost,
  sources: SourceLinks,
) {
  const actions = createToolPageActions(app);
  return {
    "fairlead.compatibility": createPanels(context, app.log, createCompatibilityPanel({ app })),
    "fairlead.deployment": createPanels(
      context,
      app.log,
      createDeploymentPanel({ app, onRefusedHost, sources, traceActions: actions }),
    ),
    "fairlead.tool": createPanels(context, app.log, createToolPanel({ app, actions })),
    "fairlead.usage": createPanels(context, app.log, createUsagePanel({ app, now: Date.now })),
  };
}
