import { workspace } from "vscode";
import { type EditorSettings, parseEditorSettings } from "../../base/editorSettings.ts";

export function readEditorSettings(): EditorSettings {
  const configuration = workspace.getConfiguration("fairlead");
  return parseEditorSettings((id) => configuration.get(id));
}
