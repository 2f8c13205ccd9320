import * as l10n from "@vscode/l10n";
import type { EnvironmentVariableCollection } from "vscode";
import type { Disposable } from "../../base/ports.ts";
import type { Connections } from "../../connection/model/connections.ts";

/**
 * While the local service is the connection, the command line in a terminal finds it by its data folder, which only this user reads. No key
 * is in the environment.
 */
export function followTerminals(
  variables: EnvironmentVariableCollection,
  connections: Pick<Connections, "active" | "onDidChange">,
  dataFolder: string,
): Disposable {
  // A window that does not use the service has not asked for it.
  variables.persistent = false;
  variables.description = l10n.t("The command line fairlead finds the local service.");
  const update = () => {
    if (connections.active()?.kind === "local") variables.replace("FAIRLEAD_DATA", dataFolder);
    else variables.clear();
  };
  update();
  return connections.onDidChange(update);
}
