import type { ExtensionContext } from "vscode";
import { applyProfile } from "../../commands/compatibility/applyProfile.ts";
import type { ReportRefusedHost } from "../../commands/deployment/refusedHostNotices.ts";
import { createToolPageActions } from "../../commands/server/tools/toolPageActions.ts";
import type { SourceLinks } from "../../core/deployment/sourceLinks.ts";
import { createCompatibilityPanel } from "../../core/panels/compatibilityPanel.ts";
import { createDeploymentPanel } from "../../core/panels/deploymentPanel.ts";
import { createMappingPanel } from "../../core/panels/mappingPanel.ts";
import { createToolPanel } from "../../core/panels/toolPanel.ts";
import { createUsagePanel } from "../../core/panels/usagePanel.ts";
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
    "fairlead.compatibility": createPanels(context, app.log, createCompatibilityPanel({ app, now: Date.now })),
    "fairlead.deployment": createPanels(
      context,
      app.log,
      createDeploymentPanel({ app, onRefusedHost, sources, traceActions: actions }),
    ),
    "fairlead.mapping": createPanels(
      context,
      app.log,
      createMappingPanel({ app, applyProfile: (...facts) => applyProfile(app, ...facts) }),
    ),
    "fairlead.tool": createPanels(context, app.log, createToolPanel({ app, actions })),
    "fairlead.usage": createPanels(context, app.log, createUsagePanel({ app, now: Date.now })),
  };
}
