import { type ExtensionContext, window } from "vscode";
import type { Panels } from "./createPanels.ts";

/** The view types of the panels. */
export const panelTypes = ["fairlead.compatibility", "fairlead.deployment", "fairlead.tool", "fairlead.usage"] as const;
export type PanelType = (typeof panelTypes)[number];

export type RestoredPanels = Readonly<Record<PanelType, Pick<Panels<never>, "restore">>>;

/** Restores panels that were open when the window was closed, once VS Code shows them again. */
export function registerPanels(context: ExtensionContext, panels: () => Promise<RestoredPanels>): void {
  for (const type of panelTypes) {
    const serializer = {
      deserializeWebviewPanel: async (...[panel, state]: Parameters<Panels<never>["restore"]>) =>
        (await panels())[type].restore(panel, state),
    };
    context.subscriptions.push(window.registerWebviewPanelSerializer(type, serializer));
  }
}
