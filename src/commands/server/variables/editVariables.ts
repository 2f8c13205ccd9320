import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { type PromptStep, promptBack } from "../../../core/foundation/ports.ts";
import { showMessage } from "../../../core/foundation/showMessage.ts";
import { isServerLive } from "../../../core/server/serverState.ts";
import {
  formatVariableState,
  isCredential,
  isVariableSet,
  readVariableValue,
  summarizeVariables,
  type Variable,
} from "../../../core/server/serverVariables.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { App, CommandHandler } from "../../app.ts";
import { type FindServerContext, findServer } from "../findServer.ts";
import { askVariableValue } from "./askVariableValue.ts";
import { saveVariable } from "./saveVariable.ts";

type EditVariablesContext = FindServerContext & Pick<App, "client" | "refresh" | "run">;

/** Edits one variable, or shows all variables of a server until the user leaves the list. */
export const editVariables: CommandHandler<EditVariablesContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Edit Variables",
    suits: ({ variables = [] }) => variables.length > 0,
    none: "No server here has variables.",
  });
  if (!server) return;
  const { node } = target;
  if (node?.kind !== "variable") return editList(app, client, server);
  const variable = server.variables?.find(({ name }) => name === node.variable.name);
  if (variable) await editOne(app, client, server, variable);
  else showMessage(app, "info", `${server.name} no longer has the variable ${node.variable.name}.`);
};

/** Clears the value of the variable in the row. */
export const clearVariable: CommandHandler<EditVariablesContext> = async (app, { node }) => {
  if (node?.kind !== "variable") return;
  const client = await app.client();
  if (!client) return;
  const { server, variable } = node;
  const { name, required } = variable;
  const isAgreed = await app.prompts.confirm({
    message: `Clear ${name} of ${server.name}?`,
    detail: `Its value is removed for good${required ? "; the server cannot be deployed again without one" : ""}.`,
    action: "Clear",
  });
  if (!isAgreed) return;
  const saved = await saveVariable(app, client, server, name, null);
  announceSaved(app, saved, variable, "Cleared");
};

async function editOne(
  app: EditVariablesContext,
  client: ServiceClient,
  server: Server,
  variable: Variable,
): Promise<void> {
  const value = await askValue(app, server, variable);
  if (value === undefined || value === promptBack) return;
  const saved = await saveVariable(app, client, server, variable.name, value);
  announceSaved(app, saved, variable, "Saved");
}

function askValue(app: Pick<App, "prompts">, server: Server, variable: Variable, step?: PromptStep) {
  const title = `${variable.name} of ${server.name}`;
  const prompt = variable.description || "A variable of the server's environment.";
  return askVariableValue(app, server, variable, { title, prompt, step });
}

/** Names the next steps: a live deployment keeps its values until the server is deployed again. */
function announceSaved(app: EditVariablesContext, server: Server, variable: Variable, what: "Saved" | "Cleared"): void {
  const target = { node: { kind: "variables", server } } as const;
  const isLive = isServerLive(server);
  const effect = isLive ? " The live deployment has the former value until you deploy again." : "";
  showMessage(app, "info", `${what} ${variable.name} of ${server.name}.${effect}`, {
    ...(what === "Saved" &&
      isCredential(variable) && { "Check Now": () => app.run("fairlead.server.checkApi", target) }),
    ...(isLive && { "Deploy Again": () => app.run("fairlead.server.applyVariables", target) }),
  });
}

type ListAction = Variable | "check" | "apply";

/** The list stays open after each change, and shows the new states. */
async function editList(app: EditVariablesContext, client: ServiceClient, first: Server): Promise<void> {
  let server = first;
  let last: string | undefined;
  for (;;) {
    const picked = await app.prompts.pick<ListAction>({
      title: `Variables of ${server.name}`,
      placeholder: joinTextParts(summarizeVariables(server), "Choose one to enter its value."),
      choices: listChoices(server),
      active: (action) => typeof action === "object" && action.name === last,
    });
    if (picked === undefined || picked === promptBack) return;
    const target = { node: { kind: "variables", server } } as const;
    if (picked === "check") return app.run("fairlead.server.checkApi", target);
    if (picked === "apply") return app.run("fairlead.server.applyVariables", target);
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
  const check = { label: "Check Now", detail: "Asks the API whether it accepts the saved values.", icon: "pulse" };
  const apply = {
    label: "Apply: Deploy Again",
    detail: "The live deployment has the former values until then.",
    icon: "rocket",
  };
  return [
    ...rows,
    ...(variables.some(isCredential) ? [{ ...check, heading: "Actions", value: "check" as const }] : []),
    ...(isServerLive(server) ? [{ ...apply, value: "apply" as const }] : []),
  ];
}
