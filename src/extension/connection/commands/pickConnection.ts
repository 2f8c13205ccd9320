import * as l10n from "@vscode/l10n";
import type { PromptChoice } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectedServices, ConnectionServices } from "../connectionServices.ts";
import type { Connection } from "../model/connection.ts";

/** Prompts for a connection; undefined: cancelled, or there is none. */
export async function pickConnection(
  app: ConnectedServices,
  question: { readonly title: string; readonly placeholder: string },
): Promise<Connection | undefined> {
  return app.prompts.pick({ ...question, choices: listConnectionChoices(app) });
}

export function listConnectionChoices(app: ConnectionServices): readonly PromptChoice<Connection>[] {
  const active = app.connections.active();
  return app.connections.all().map((connection) => ({
    label: connection.name,
    description: connection.id === active?.id ? l10n.t("in use") : "",
    detail: connection.kind === "local" ? l10n.t("The service of this machine") : connection.baseUrl,
    icon: connection.kind === "local" ? "device-desktop" : "cloud",
    value: connection,
  }));
}

/** The clicked connection, else the active one. */
export function findTargetConnection(app: ConnectionServices, { node }: CommandTarget): Connection | undefined {
  return node?.kind === "connection" ? node.connection : app.connections.active();
}
