import * as l10n from "@vscode/l10n";
import type { Connections } from "../../connection/model/connections.ts";
import type { ConsoleTarget } from "./consoleDocuments.ts";
import { formatConsoleTarget } from "./formatOperation.ts";

/** The target of an operation that is run now. */
export function readConsoleTarget(connections: Connections): ConsoleTarget {
  const connection = connections.active();
  if (!connection) return { scope: undefined, label: l10n.t("no connection") };
  const session = connections.session();
  const own = session.kind === "connected" ? session.me.organizationId : undefined;
  return {
    scope: connections.scope(),
    label: formatConsoleTarget(connection, connections.organization()?.name ?? own),
  };
}
