import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import { isVariableSet, listMissingVariables } from "../../../contract/serverVariableState.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { removeMarkdown } from "../../../text/markdown/removeMarkdown.ts";
import { collectFacts, listOperations, type NodeText, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import {
  formatGroupSentAs,
  formatGroupState,
  isGroupSet,
  listVariableGroups,
  readDocumentation,
  summarizeVariables,
  type VariableGroup,
} from "../model/credentials/variableGroups.ts";
import {
  formatVariablePurpose,
  hasChangedVariables,
  listReceivers,
  readVariableValue,
  type Variable,
} from "../model/serverVariables.ts";

/** The variables of a server, those of one credential together. */
export interface VariablesNode {
  readonly kind: "variables";
  readonly server: Server;
}

export interface VariableNode {
  readonly kind: "variable";
  readonly server: Server;
  readonly group: VariableGroup;
}

export const variablesTreeRow: TreeRowKind<VariablesNode, VariableNode> = {
  id: ({ server }) => `variables:${server.id}`,
  collapsible: "collapsed",
  describe: describeVariables,
  children: ({ server }) => listVariableGroups(server).map((group) => ({ kind: "variable", server, group })),
  serviceId: ({ server }) => server.id,
  operations: ({ server: { id } }) => listOperations(["servers.list", "server.update", "server.deploy"], { id }),
};

export const variableTreeRow: TreeRowKind<VariableNode> = {
  id: ({ server, group }) => `variable:${server.id}:${group.key}`,
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

function describeVariable({ server, group }: VariableNode): NodeText {
  const { label, main, values, hosts } = group;
  const state = formatGroupState(server, group);
  const sentAs = formatGroupSentAs(group);
  const value = values.length === 1 ? readVariableValue(server, main) : undefined;
  const documentation = readDocumentation(group);
  return {
    label,
    description: joinTextParts(state, sentAs, value),
    icon: findIcon(main, isGroupSet(server, group)),
    facts: () =>
      collectFacts(
        [l10n.t("Variable"), values.map(({ name }) => name).join(", ")],
        [l10n.t("State"), state],
        [l10n.t("What it is"), removeMarkdown(joinWords(...values.map((one) => formatVariablePurpose(server, one))))],
        [l10n.t("Value"), value],
        [l10n.t("Required"), formatAnswer(main.required)],
        [l10n.t("Secret"), formatAnswer(main.secret)],
        [l10n.t("Sent to"), listReceivers(server, main)?.join(", ")],
        [l10n.t("Agreed hosts"), hosts && formatAgreedHosts(server, main, hosts)],
        [l10n.t("Sent as"), sentAs],
        [l10n.t("Where to find it"), documentation],
      ),
    context: "variable",
  };
}

/** An address of the API that the user entered needs no further agreement if it is the only one. */
function formatAgreedHosts(server: Server, main: Variable, hosts: Variable): string | undefined {
  const receivers = listReceivers(server, main);
  if (receivers !== main.sentTo && receivers?.length === 1) return undefined;
  return readVariableValue(server, hosts) ?? (isVariableSet(server, hosts) === false ? l10n.t("none") : undefined);
}

function findIcon({ required, secret, changed }: Variable, isSet: boolean | undefined): string {
  if (isSet === undefined) return "question";
  if (!isSet) return required ? "warning" : "circle-outline";
  if (changed) return "circle-filled";
  return secret ? "key" : "pass";
}

const formatAnswer = (value: boolean | undefined) =>
  value === undefined ? undefined : value ? l10n.t("yes") : l10n.t("no");
