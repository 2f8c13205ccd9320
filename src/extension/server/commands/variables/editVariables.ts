import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { joinTextParts } from "../../../../text/joinTextParts.ts";
import type { CommandHandler, EditorServices } from "../../../base/editorServices.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../../base/ports.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { isServerLive } from "../../model/serverState.ts";
import {
  formatVariableState,
  isCredential,
  isVariableSet,
  readVariableValue,
  summarizeVariables,
  type Variable,
} from "../../model/serverVariables.ts";
import { type FindServerContext, findServerAndClient } from "../findServer.ts";
import { addHeader } from "./addHeader.ts";
import { announceVariable } from "./announceVariable.ts";
import { askVariableValue } from "./askVariableValue.ts";
import { saveVariable } from "./saveVariable.ts";

type EditVariablesContext = FindServerContext;

/** Edits one variable, or shows all variables of a server until the user leaves the list. */
export const editVariables: CommandHandler<EditVariablesContext> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Edit Variables"),
    suits: ({ variables = [], latestVersion }) => variables.length > 0 || Boolean(latestVersion),
    none: l10n.t("No server here has variables."),
  });
  if (!found) return;
  const { client, server } = found;
  const { node } = target;
  if (node?.kind !== "variable") return editList(app, client, server);
  const variable = server.variables?.find(({ name }) => name === node.variable.name);
  if (!variable) {
    showMessage(app, "info", l10n.t`${server.name} no longer has the variable ${node.variable.name}.`);
    return;
  }
  const value = await askValue(app, server, variable);
  if (value === undefined || value === promptBack) return;
  const { name } = variable;
  const saved = await saveVariable(app, client, server, name, value);
  const change = value === null ? l10n.t`Cleared ${name} of ${server.name}.` : l10n.t`Saved ${name} of ${server.name}.`;
  announceVariable(app, saved, { change, canCheck: value !== null && isCredential(variable) });
};

/** null clears the saved value: an empty text says so, and is asked about. */
async function askValue(
  app: EditorServices,
  server: Server,
  variable: Variable,
  step?: PromptStep,
): Promise<string | null | PromptBack | undefined> {
  const title = l10n.t`${variable.name} of ${server.name}`;
  const prompt = variable.description || l10n.t("A variable of the server's environment.");
  const value = await askVariableValue(app, server, variable, { title, prompt, step, canClear: true });
  if (value !== "") return value;
  return (await confirmClearing(app, server, variable)) ? null : promptBack;
}

function confirmClearing({ prompts }: EditorServices, server: Server, { name, required }: Variable) {
  return prompts.confirm({
    message: l10n.t`Clear ${name} of ${server.name}?`,
    detail: required
      ? l10n.t("Its value is removed for good; the server cannot be deployed again without one.")
      : l10n.t("Its value is removed for good."),
    action: l10n.t("Clear"),
  });
}

type ListAction = Variable | "add" | "check" | "apply";

/** The list stays open after each change, and shows the new states. */
async function editList(app: EditVariablesContext, client: ServiceClient, first: Server): Promise<void> {
  let server = first;
  let last: string | undefined;
  for (;;) {
    const picked = await app.prompts.pick<ListAction>({
      title: l10n.t`Variables of ${server.name}`,
      placeholder: joinTextParts(summarizeVariables(server), l10n.t("Choose one to enter its value.")),
      choices: listChoices(server),
      active: (action) => typeof action === "object" && action.name === last,
    });
    if (picked === undefined || picked === promptBack) return;
    const target = { node: { kind: "variables", server } } as const;
    if (picked === "check") return app.run("fairlead.server.checkApi", target);
    if (picked === "apply") return app.run("fairlead.deployment.deployAgain", target);
    if (picked === "add") {
      server = (await addHeader(app, client, server)) ?? server;
      continue;
    }
    last = picked.name;
    // Two steps: the first one is the list, to which Back returns.
    const value = await askValue(app, server, picked, { number: 2, total: 2 });
    if (value === undefined) return;
    if (value !== promptBack) server = await saveVariable(app, client, server, picked.name, value);
  }
}

function listChoices(server: Server) {
  const { variables = [] } = server;
  const rows = variables.map((variable) => ({
    label: variable.name,
    description: joinTextParts(formatVariableState(server, variable), readVariableValue(server, variable)),
    detail: variable.description,
    icon: isVariableSet(server, variable) ? "pass" : variable.required ? "warning" : "circle-outline",
    value: variable,
  }));
  const add = {
    label: l10n.t("Add Header..."),
    detail: l10n.t("A header of every request, which no document declares."),
    icon: "add",
  };
  const check = {
    label: l10n.t("Check Now"),
    detail: l10n.t("Asks the API whether it accepts the saved values."),
    icon: "pulse",
  };
  const apply = {
    label: l10n.t("Apply: Deploy Again"),
    detail: l10n.t("The live deployment has the former values until then."),
    icon: "rocket",
  };
  return [
    ...rows,
    { ...add, heading: l10n.t("Actions"), value: "add" as const },
    ...(variables.some(isCredential) ? [{ ...check, value: "check" as const }] : []),
    ...(isServerLive(server) ? [{ ...apply, value: "apply" as const }] : []),
  ];
}
