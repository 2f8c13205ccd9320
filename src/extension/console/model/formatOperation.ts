import * as l10n from "@vscode/l10n";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import { isRecord } from "../../../text/record.ts";
import { readUrlHost } from "../../connection/model/connection.ts";
import type { Connections } from "../../connection/model/connections.ts";
import type { ConsoleTarget } from "./consoleDocuments.ts";

/** `POST /api/v1/servers`, below the path of a service's URL. */
export function formatRequestLine(name: OperationName, baseUrl = ""): string {
  const { method, path } = operationTable[name];
  const below = URL.parse(baseUrl)?.pathname.replace(/\/+$/, "") ?? "";
  return `${method} ${below}${path}`;
}

/** Whether the operation can change something. */
export function isChangingOperation(name: OperationName): boolean {
  const { method, safe } = { safe: false, ...operationTable[name] };
  return method !== "GET" && !safe;
}

/** Explains a 404 whose status says too little. */
export function explainNotFound(name: OperationName, status: number, body: unknown): string | undefined {
  if (status === 405 || status === 501) return l10n.t("This service does not offer this operation.");
  if (status !== 404) return undefined;
  const isProblem = isRecord(body) && ("code" in body || "error" in body);
  const isOfItem = "id" in operationTable[name].query.shape || operationTable[name].method !== "GET";
  if (!isProblem || !isOfItem) return l10n.t("This service does not offer this operation.");
  return l10n.t("There is nothing with this id here, or the service does not offer this operation.");
}

/** The target of an operation that is run now. */
export function readConsoleTarget(connections: Connections): ConsoleTarget {
  const connection = connections.active();
  if (!connection) return { scope: undefined, label: l10n.t("no connection") };
  const session = connections.session();
  const own = session.kind === "connected" ? session.me.organizationId : undefined;
  const organization = connections.organization()?.name ?? own;
  const at = `${connection.name} (${readUrlHost(connection.baseUrl)})`;
  return {
    scope: connections.scope(),
    label: organization === undefined ? at : at + l10n.t`, organization ${organization}`,
  };
}
