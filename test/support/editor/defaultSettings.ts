import type { App } from "../../../src/commands/app.ts";
import { type EditorSettings, newsKinds, optionalQuestions } from "../../../src/core/foundation/editorSettings.ts";

/** The settings of a user who changed none. */
export const defaultSettings: EditorSettings = {
  maxTools: 80,
  refreshSeconds: 5,
  servesRegistry: false,
  requestTimeoutSeconds: 30,
  notifications: "all",
  notifyAbout: newsKinds,
  openResults: ["testResults"],
  confirm: optionalQuestions,
  changesPreview: "unproven",
  breakingChanges: "ask",
  keepToolCalls: false,
  checksSources: true,
  modelPrices: {},
};

/** The app of a user who changed some settings. */
export const withSettings = (app: App, changed: Partial<EditorSettings>): App => ({
  ...app,
  settings: () => ({ ...app.settings(), ...changed }),
});
