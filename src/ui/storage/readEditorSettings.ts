import { workspace } from "vscode";
import type { EditorSettings } from "../../core/foundation/editorSettings.ts";
import { parseEditorSettings } from "./parseEditorSettings.ts";

export function readEditorSettings(): EditorSettings {
  const configuration = workspace.getConfiguration("fairlead");
  return parseEditorSettings({
    maxTools: configuration.get("generate.maxTools"),
    refreshSeconds: configuration.get("refreshSeconds"),
    servesRegistry: configuration.get("localService.discovery"),
    requestTimeoutSeconds: configuration.get("requestTimeoutSeconds"),
    notifications: configuration.get("notifications"),
    notifyAbout: configuration.get("notifyAbout"),
    openResults: configuration.get("openResults"),
    confirm: configuration.get("confirm"),
    changesPreview: configuration.get("changes.preview"),
    breakingChanges: configuration.get("deploy.breakingChanges"),
    keepToolCalls: configuration.get("tools.keepCalls"),
    checksSources: configuration.get("skills.checkSources"),
    modelPrices: configuration.get("test.modelPrices"),
  });
}
