import { type ExtensionContext, window } from "vscode";
import type { Panels } from "./createPanels.ts";

/** The kinds of panels, by what VS Code knows them by. */
export const panelTypes = ["fairlead.compatibility", "fairlead.deployment", "fairlead.usage"] as const;
export type PanelType = (typeof panelTypes)[number];

/** Those that can bring back panels of earlier windows. */
export type RestoredPanels = Readonly<Record<PanelType, Pick<Panels<never>, "restore">>>;

/** Panels that were open when the window was closed: VS Code asks for their life when they are seen again. */
export function registerPanels(context: ExtensionContext, panels: () => Promise<RestoredPanels>): void {
  for (const type of panelTypes) {
    const serializer = {
      deserializeWebviewPanel: async (...[panel, state]: Parameters<Panels<never>["restore"]>) =>
        (await panels())[type].restore(panel, state),
    };
    context.subscriptions.push(window.registerWebviewPanelSerializer(type, serializer));
  }
}
