import { type EditorSettings, parseEditorSettings } from "../../../src/extension/base/editorSettings.ts";
import type { App } from "../../../src/extension/workbench/app.ts";

/** The settings of a user who changed none. */
export const defaultSettings: EditorSettings = parseEditorSettings(() => undefined);

/** The app of a user who changed some settings. */
export const withSettings = (app: App, changed: Partial<EditorSettings>): App => ({
  ...app,
  settings: () => ({ ...app.settings(), ...changed }),
});
