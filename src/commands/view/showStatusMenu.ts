import type { ConnectionSession } from "../../core/connection/connectionSession.ts";
import { type PromptChoice, promptBack } from "../../core/foundation/ports.ts";
import type { App, CommandHandler } from "../app.ts";

type Offer = PromptChoice<string>;
const offer = (label: string, icon: string, value: string): Offer => ({ label, icon, value });

const connect = [
  offer("Use the local service", "device-desktop", "fairlead.connection.useLocal"),
  offer("Add a connection...", "add", "fairlead.connection.add"),
];
const switchConnection = offer("Switch connection...", "plug", "fairlead.connection.switch");
const always = [
  offer("Show the log", "output", "fairlead.showLog"),
  offer("Create a support bundle", "archive", "fairlead.supportBundle"),
];
const connected = [
  offer("Go to anything...", "go-to-search", "fairlead.goTo"),
  offer("Generate a server from OpenAPI...", "file-code", "fairlead.server.generate"),
  offer("New server from template...", "new-folder", "fairlead.server.create"),
  offer("Deploy...", "rocket", "fairlead.server.deploy"),
  offer("Edit variables...", "symbol-variable", "fairlead.server.editVariables"),
  offer("Open a deployment...", "dashboard", "fairlead.deployment.open"),
  offer("Open a deployment's log...", "output", "fairlead.deployment.openLog"),
  offer("Select the project...", "project", "fairlead.project.select"),
  offer("Show the account", "account", "fairlead.account.focus"),
  offer("Switch organization...", "organization", "fairlead.organization.switch"),
];

/** The actions of the status bar item. */
export const showStatusMenu: CommandHandler<Pick<App, "connections" | "prompts" | "run">> = async (app) => {
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
function formatIdentity({ connections }: Pick<App, "connections">, session: ConnectionSession): string {
  if (session.kind !== "connected") return "Choose an action";
  if (connections.unreachability()) return `${session.connection.name} is not reached`;
  const organization = connections.organization()?.name;
  const identity = organization === undefined ? session.me.name : `${session.me.name}, ${organization}`;
  return `${identity} (${session.connection.name})`;
}
