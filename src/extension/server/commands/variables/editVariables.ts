import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { isVariableSet } from "../../../../contract/serverVariableState.ts";
import { joinTextParts } from "../../../../text/joinTextParts.ts";
import { removeMarkdown } from "../../../../text/markdown/removeMarkdown.ts";
import { readAddedHeader } from "../../../../text/variables/addedHeader.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../../base/ports.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import {
  formatGroupSentAs,
  formatGroupState,
  isGroupSet,
  listVariableGroups,
  summarizeVariables,
  type VariableGroup,
} from "../../model/credentials/variableGroups.ts";
import { isServerLive } from "../../model/serverState.ts";
import {
  formatVariablePurpose,
  formatVariableState,
  isCredential,
  readVariableValue,
  type Variable,
} from "../../model/serverVariables.ts";
import { onServer } from "../findServer.ts";
import { addHeader } from "./addHeader.ts";
import { askVariableValue, formatAddressTitle } from "./askVariableValue.ts";
import { announceVariable, saveVariables } from "./saveVariables.ts";

/** Edits one variable, or shows all variables of a server until the user leaves the list. */
export const editVariables = onServer<ConnectedServices>(
  {
    title: l10n.t("Edit Variables"),
    suits: ({ variables = [], latestVersion }) => variables.length > 0 || Boolean(latestVersion),
    none: l10n.t("No server here has variables."),
  },
  async (app, { client, server }, target) => {
    const { node } = target;
    if (node?.kind !== "variable") return editList(app, client, server);
    const group = listVariableGroups(server).find(({ key }) => key === node.group.key);
    if (!group) return showMessage(app, "info", l10n.t`${server.name} no longer has the variable ${node.group.label}.`);
    const answer = await askChange(app, server, group);
    if (answer === undefined || answer === promptBack) return;
    const { variable, value } = answer;
    const name = formatName(group, variable);
    const saved = await saveChange(app, client, server, group, answer);
    const change =
      value === null ? l10n.t`Cleared ${name} of ${server.name}.` : l10n.t`Saved ${name} of ${server.name}.`;
    announceVariable(app, saved, { change, canCheck: value !== null && isCredential(variable) });
  },
);

interface VariableAnswer {
  readonly variable: Variable;
  /** null clears the saved value. */
  readonly value: string | null;
}

/** Asks for a value; where a credential has several, first for which. */
async function askChange(
  app: EditorServices,
  server: Server,
  group: VariableGroup,
  steps = 1,
): Promise<VariableAnswer | PromptBack | undefined> {
  const editable = listEditable(group);
  const total = steps + Math.min(editable.length, 2) - 1;
  const variable =
    editable.length === 1
      ? group.main
      : await app.prompts.pick({
          title: l10n.t`${group.label} of ${server.name}`,
          placeholder: l10n.t("Choose one to enter its value."),
          step: { number: steps, total },
          choices: editable.map((one) => ({
            label: one.name,
            description: joinTextParts(formatVariableState(server, one), readVariableValue(server, one)),
            detail: formatVariablePurpose(server, one),
            value: one,
          })),
          active: (one) => isVariableSet(server, one) === false,
        });
  if (variable === undefined || variable === promptBack) return variable;
  const step = { number: total, total };
  const value = await askValue(app, server, { variable, name: formatName(group, variable), step });
  if (value === promptBack && editable.length > 1) return askChange(app, server, group, steps);
  return value === undefined || value === promptBack ? value : { variable, value };
}

/** Only the user names the hosts of an added header; the question of a deployment names those of a document. */
const listEditable = ({ main, values, hosts }: VariableGroup): readonly Variable[] =>
  hosts && readAddedHeader(main.name) ? [...values, hosts] : values;

/** A credential that is cleared has no hosts that may get it. */
function saveChange(
  app: EditorServices,
  client: ServiceClient,
  server: Server,
  { main, hosts }: VariableGroup,
  { variable, value }: VariableAnswer,
): Promise<Server> {
  const cleared = value === null && variable === main && hosts ? { [hosts.name]: null } : {};
  return saveVariables(app, client, server, { ...cleared, [variable.name]: value });
}

/** A credential of one value has its name. */
const formatName = ({ label, values }: VariableGroup, { name }: Variable) => (values.length === 1 ? label : name);

interface ValueQuestion {
  readonly variable: Variable;
  readonly name: string;
  readonly step: PromptStep;
}

/** null clears the saved value: an empty text says so, and is asked about. */
async function askValue(
  app: EditorServices,
  server: Server,
  { variable, name, step }: ValueQuestion,
): Promise<string | null | PromptBack | undefined> {
  const title = variable.name === "API_BASE_URL" ? formatAddressTitle(server) : l10n.t`${name} of ${server.name}`;
  const prompt = formatVariablePurpose(server, variable) || l10n.t("A variable of the server's environment.");
  const value = await askVariableValue(app, server, variable, { title, prompt, step, canClear: true });
  if (value !== "") return value;
  return (await confirmClearing(app, server, name, variable)) ? null : promptBack;
}

function confirmClearing({ prompts }: EditorServices, server: Server, name: string, { required }: Variable) {
  return prompts.confirm({
    message: l10n.t`Clear ${name} of ${server.name}?`,
    detail: required
      ? l10n.t("Its value is removed for good; the server cannot be deployed again without one.")
      : l10n.t("Its value is removed for good."),
    action: l10n.t("Clear"),
  });
}

type ListAction = VariableGroup | "add" | "check" | "apply";

/** The list stays open after each change, and shows the new states. */
async function editList(app: ConnectedServices, client: ServiceClient, first: Server): Promise<void> {
  let server = first;
  let last: string | undefined;
  for (;;) {
    const picked = await app.prompts.pick<ListAction>({
      title: l10n.t`Variables of ${server.name}`,
      placeholder: joinTextParts(summarizeVariables(server), l10n.t("Choose one to enter its value.")),
      choices: listChoices(server),
      active: (action) => typeof action === "object" && action.key === last,
    });
    if (picked === undefined) return announceChanges(app, first, server);
    const target = { node: { kind: "variables", server } } as const;
    if (picked === "check") return app.run("fairlead.server.checkApi", target);
    if (picked === "apply") return app.run("fairlead.deployment.deployAgain", target);
    if (picked === "add") {
      server = (await addHeader(app, client, server)) ?? server;
      continue;
    }
    last = picked.key;
    // The list is the first step, to which Back returns.
    const answer = await askChange(app, server, picked, 2);
    if (answer === undefined) return announceChanges(app, first, server);
    if (answer !== promptBack) server = await saveChange(app, client, server, picked, answer);
  }
}

/** Says what is still to do after a change: the list said it, and is closed. */
function announceChanges(app: EditorServices, first: Server, server: Server): void {
  if (server === first || !canApply(server)) return;
  announceVariable(app, server, { change: l10n.t`Saved variables of ${server.name}.`, canCheck: false });
}

/** Whether the live deployment runs with other values, or may. */
const canApply = (server: Server) =>
  isServerLive(server) && (server.variables ?? []).some(({ changed }) => changed !== false);

function listChoices(server: Server) {
  const { variables = [] } = server;
  const rows = listVariableGroups(server).map((group) => ({
    label: group.label,
    description: joinTextParts(
      formatGroupSentAs(group),
      formatGroupState(server, group),
      group.values.length === 1 ? readVariableValue(server, group.main) : undefined,
    ),
    detail: removeMarkdown(formatVariablePurpose(server, group.main, { showsSentAs: true })),
    icon: isGroupSet(server, group) ? "pass" : group.main.required ? "warning" : "circle-outline",
    value: group,
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
    ...(canApply(server) ? [{ ...apply, value: "apply" as const }] : []),
  ];
}
