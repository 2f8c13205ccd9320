import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatHeaderName, readAddedHeader } from "../../../text/variables/addedHeader.ts";
import { collectFacts, type NodeText } from "../../base/rows/nodeText.ts";
import { listOperations, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import {
  formatVariableState,
  hasChangedVariables,
  isVariableSet,
  listMissingVariables,
  listReceivers,
  readVariableValue,
  summarizeVariables,
  type Variable,
} from "../model/serverVariables.ts";

/** The variables of a server. */
export interface VariablesNode {
  readonly kind: "variables";
  readonly server: Server;
}

export interface VariableNode {
  readonly kind: "variable";
  readonly server: Server;
  readonly variable: Variable;
}

export const variablesTreeRow: TreeRowKind<VariablesNode, VariableNode> = {
  id: ({ server }) => `variables:${server.id}`,
  collapsible: "collapsed",
  describe: describeVariables,
  children: ({ server }) => (server.variables ?? []).map((variable) => ({ kind: "variable", server, variable })),
  serviceId: ({ server }) => server.id,
  operations: ({ server: { id } }) => listOperations(["servers.list", "server.update", "server.deploy"], { id }),
};

export const variableTreeRow: TreeRowKind<VariableNode> = {
  id: ({ server, variable }) => `variable:${server.id}:${variable.name}`,
  accessibleName: l10n.t("Variable"),
  describe: describeVariable,
  click: () => ({ command: "fairlead.server.editVariables", title: l10n.t("Edit Value") }),
  serviceId: ({ server }) => server.id,
  operations: ({ server: { id } }) => listOperations(["server.update"], { id }),
};

function describeVariables({ server }: VariablesNode): NodeText {
  const isChanged = hasChangedVariables(server);
  return {
    label: l10n.t("Variables"),
    description: summarizeVariables(server),
    icon: listMissingVariables(server).length > 0 ? "warning" : "symbol-variable",
    facts: () =>
      isChanged
        ? [["", l10n.t("The live deployment runs with other values. Deploy the server again to apply the changes.")]]
        : [],
    context: isChanged ? "variables.changed" : "variables",
  };
}

function describeVariable({ server, variable }: VariableNode): NodeText {
  const { name, description, required, secret, documentation } = variable;
  const isSet = isVariableSet(server, variable);
  const value = readVariableValue(server, variable);
  return {
    label: formatVariableLabel(name),
    description: joinTextParts(formatVariableState(server, variable), value, variable.sentAs),
    icon: findIcon(variable, isSet),
    facts: () =>
      collectFacts(
        [l10n.t("Variable"), name],
        [l10n.t("State"), formatVariableState(server, variable)],
        [l10n.t("What it is"), description],
        [l10n.t("Value"), value],
        [l10n.t("Required"), formatAnswer(required)],
        [l10n.t("Secret"), formatAnswer(secret)],
        [l10n.t("Sent to"), listReceivers(server, variable)?.join(", ")],
        [l10n.t("Sent as"), variable.sentAs],
        [l10n.t("Where to find it"), documentation],
      ),
    context: documentation === undefined ? "variable" : "variable.documented",
  };
}

/** The header that a user added, whose variables have long names; any other variable by its name. */
function formatVariableLabel(variable: string): string {
  const header = readAddedHeader(variable);
  if (!header) return variable;
  const name = formatHeaderName(header.name);
  return variable === header.variable ? name : l10n.t`Hosts of ${name}`;
}

function findIcon({ required, secret, changed }: Variable, isSet: boolean | undefined): string {
  if (isSet === undefined) return "question";
  if (!isSet) return required ? "warning" : "circle-outline";
  if (changed) return "circle-filled";
  return secret ? "key" : "pass";
}

const formatAnswer = (value: boolean | undefined) =>
  value === undefined ? undefined : value ? l10n.t("yes") : l10n.t("no");
