import * as l10n from "@vscode/l10n";
import type { MappingChange, ShownAnswer, ShownReading } from "../protocol/mappingPanelMessages.ts";
import { canName, formatPlace, type NodeRoles, type PlacedNode } from "./answerNodes.ts";

/** An entry of a menu. */
export interface Choice {
  readonly label: string;
  readonly detail: string;
  readonly isChecked: boolean;
  readonly change: MappingChange;
}

/** Groups of a menu; without any, the reason why there is nothing to choose. */
export type ChoiceGroups = readonly (readonly Choice[])[];

export interface ChoiceSubject {
  readonly answer: ShownAnswer;
  readonly reading: ShownReading;
  readonly roles: NodeRoles;
}

/** What a node of the answer can be; a text says why it can be nothing. */
export function listNodeChoices(node: PlacedNode, subject: ChoiceSubject): ChoiceGroups | string {
  const { answer, roles } = subject;
  const itemPath = roles.findItemPath(node);
  const holders = listHolderChoices(node, subject);
  const canBeField = itemPath !== undefined && itemPath.length > 0 && canName(itemPath);
  const fields = canBeField ? listFieldChoices(itemPath, subject) : [];
  const read = itemPath ? roles.listFields(itemPath) : [];
  const nothing: Choice[] =
    fields.length === 0
      ? []
      : [
          {
            label: l10n.t("Nothing"),
            detail: read.length > 0 ? l10n.t("Fairlead reads no field from here") : "",
            isChecked: read.length === 0,
            change: { kind: "absent", fields: read.map(({ field }) => field) },
          },
        ];
  const groups = [holders, fields, nothing].filter((group) => group.length > 0);
  if (groups.length > 0) return groups;
  if (itemPath && itemPath.length > 0) return l10n.t("A profile cannot name this place.");
  if (itemPath) return l10n.t("This is an item. Choose a value inside it.");
  return answer.kind === "list"
    ? l10n.t("This value is outside the items. Choose the list of items, or a value inside an item.")
    : l10n.t("This value is outside the item. Choose the item, or a value inside it.");
}

function listHolderChoices(node: PlacedNode, { answer, roles }: ChoiceSubject): Choice[] {
  const isList = answer.kind === "list";
  if (node.node.kind !== (isList ? "list" : "object") || !canName(node.path)) return [];
  const label = isList ? l10n.t("The List of Items") : l10n.t("The Item");
  return [{ label, detail: "", isChecked: roles.isHolder(node), change: { kind: "holder", path: [...node.path] } }];
}

function listFieldChoices(path: readonly string[], { answer, reading, roles }: ChoiceSubject): Choice[] {
  const here = new Set(roles.listFields(path).map(({ field }) => field));
  return answer.fields.map(({ name, label }) => {
    const elsewhere = here.has(name) ? undefined : reading.places.find(({ field }) => field === name);
    return {
      label,
      detail: elsewhere ? l10n.t`now ${formatPlace(elsewhere.place)}` : "",
      isChecked: here.has(name),
      change: { kind: "field", field: name, path: [...path] },
    };
  });
}

/** The states of the contract that a word of the service can be. */
export function listStateChoices(word: string, { answer, reading }: Omit<ChoiceSubject, "roles">): ChoiceGroups {
  const known = reading.words.find((one) => one.word === word)?.state;
  return [
    answer.states.map(({ state, meaning }) => ({
      label: state,
      detail: meaning,
      isChecked: state === known,
      change: { kind: "state", word, state },
    })),
  ];
}
