import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { PromptChoice } from "../../base/ports.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import { type Connection, localConnectionId } from "../model/connection.ts";
import { addConnection } from "./addConnection.ts";
import { confirmLeavingLocal } from "./confirmLeavingLocal.ts";
import { listConnectionChoices } from "./pickConnection.ts";
import { signIn } from "./signIn.ts";
import { useLocalService } from "./useLocalService.ts";

type Way =
  | { readonly kind: "known"; readonly connection: Connection }
  | { readonly kind: "local" }
  | { readonly kind: "add" };

/** Activates another connection for this workspace, or adds one. */
export const switchConnection: CommandHandler<ConnectedServices> = async (app, target) => {
  const { node } = target;
  const way: Way | undefined =
    node?.kind === "connection" ? { kind: "known", connection: node.connection } : await pickWay(app);
  if (way === undefined) return;
  if (way.kind === "local") return useLocalService(app, target);
  if (way.kind === "add") return addConnection(app, target);
  if (way.connection.kind !== "local" && !(await confirmLeavingLocal(app))) return;
  const session = await app.connections.use(way.connection.id);
  if (session.kind === "signedOut") return signIn(app, target);
  if (session.kind === "failed") throw session.error;
};

async function pickWay(app: ConnectedServices): Promise<Way | undefined> {
  const connectionChoices = listConnectionChoices(app).map((choice): PromptChoice<Way> => {
    return { ...choice, value: { kind: "known", connection: choice.value } };
  });
  const hasLocal = app.connections.all().some(({ id }) => id === localConnectionId);
  const local: PromptChoice<Way> = {
    label: l10n.t("Use the local service"),
    icon: "device-desktop",
    value: { kind: "local" },
  };
  const add: PromptChoice<Way> = { label: l10n.t("Add connection..."), icon: "add", value: { kind: "add" } };
  return app.prompts.pick<Way>({
    title: l10n.t("Switch Connection"),
    placeholder: l10n.t("Which service does this workspace use?"),
    choices: [...connectionChoices, ...(hasLocal ? [] : [local]), add],
    active: (choice) => choice.kind === "known" && choice.connection.id === app.connections.active()?.id,
  });
}

/** The active connection's client. Prompts for missing input; undefined: cancelled. */
export async function ensureConnected(app: ConnectedServices): Promise<ServiceClient | undefined> {
  const session = await app.connections.connect();
  if (session.kind === "failed") throw session.error;
  if (session.kind === "none") await switchConnection(app, {});
  if (session.kind === "signedOut") await signIn(app, {});
  const now = app.connections.session();
  return now.kind === "connected" ? now.client : undefined;
}
