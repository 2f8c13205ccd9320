import type { EditorSettings } from "../../base/editorSettings.ts";
import type { Connections } from "../../connection/model/connections.ts";

interface BreakingChangesContext {
  readonly connections: Pick<Connections, "session">;
  readonly settings: () => Pick<EditorSettings, "breakingChanges">;
}

/**
 * What a test run does about changes that break callers: they fail it, unless the user allows them or the deployment asks about them.
 * Other services do not know the field.
 */
export function readBreakingChangesInput(
  { connections, settings }: BreakingChangesContext,
  isAskedLater = false,
): { readonly breakingChanges?: "report" } {
  const session = connections.session();
  const isKnown = session.kind === "connected" && session.profileStore.read().dialect === "contract";
  return isKnown && (isAskedLater || settings().breakingChanges === "allow") ? { breakingChanges: "report" } : {};
}
