import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { type PromptChoice, promptBack } from "../../base/ports.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";

type Offer = PromptChoice<string>;
const offer = (label: string, icon: string, value: string): Offer => ({ label, icon, value });

const connect = [
  offer(l10n.t("Use the local service"), "device-desktop", "fairlead.connection.useLocal"),
  offer(l10n.t("Add a connection..."), "add", "fairlead.connection.add"),
];
const switchConnection = offer(l10n.t("Switch connection..."), "plug", "fairlead.connection.switch");
const always = [
  offer(l10n.t("Show the log"), "output", "fairlead.showLog"),
  offer(l10n.t("Create a support bundle"), "archive", "fairlead.supportBundle"),
];
const connected = [
  offer(l10n.t("Go to anything..."), "go-to-search", "fairlead.goTo"),
  offer(l10n.t("Generate a server from OpenAPI..."), "file-code", "fairlead.server.generate"),
  offer(l10n.t("New server from template..."), "new-folder", "fairlead.server.create"),
  offer(l10n.t("Deploy..."), "rocket", "fairlead.server.deploy"),
  offer(l10n.t("Edit variables..."), "symbol-variable", "fairlead.server.editVariables"),
  offer(l10n.t("Open a deployment..."), "dashboard", "fairlead.deployment.open"),
  offer(l10n.t("Open a deployment's log..."), "output", "fairlead.deployment.openLog"),
  offer(l10n.t("Select the project..."), "project", "fairlead.project.select"),
  offer(l10n.t("Show the account"), "account", "fairlead.account.focus"),
  offer(l10n.t("Switch organization..."), "organization", "fairlead.organization.switch"),
];

/** The actions of the status bar item. */
export const showStatusMenu: CommandHandler<EditorServices & ConnectionServices> = async (app) => {
  const session = app.connections.session();
  const others = app.connections.all().length > 0 ? [switchConnection] : [];
  const choices =
    session.kind === "connected" ? [...connected, ...others, ...connect.slice(1)] : [...others, ...connect];
  const command = await app.prompts.pick({
    title: "Fairlead",
    placeholder: formatIdentity(app, session),
    choices: [...choices, ...always],
  });
  if (command !== undefined && command !== promptBack) await app.run(command);
};

/** The user and organization, shown before any action. */
function formatIdentity({ connections }: ConnectionServices, session: ConnectionSession): string {
  if (session.kind !== "connected") return l10n.t("Choose an action");
  if (connections.unreachability()) return l10n.t`${session.connection.name} is not reached`;
  const organization = connections.organization()?.name;
  const identity = organization === undefined ? session.me.name : `${session.me.name}, ${organization}`;
  return `${identity} (${session.connection.name})`;
}
