import type { OperationName } from "../../../../contract/operations.ts";
import type { ShownAnswer } from "../../../../webview/protocol/mappingPanelMessages.ts";
import { listContractStates } from "../contractStates.ts";
import type { AnswerTree } from "./answerTree.ts";
import type { MappingFields } from "./mappingFields.ts";

export interface AnswerSubject {
  readonly operation: OperationName;
  readonly fields: MappingFields;
  readonly tree: AnswerTree;
  /** The name of the connection. */
  readonly connection: string;
}

/** An answer as a page can draw it, with what its values can be. */
export function formatAnswer({ operation, fields, tree, connection }: AnswerSubject): ShownAnswer {
  return {
    operation,
    connection,
    kind: fields.kind,
    nodes: [...tree.nodes],
    notes: [...tree.notes],
    fields: fields.fields.map(({ name, label }) => ({ name, label })),
    states: listContractStates(operation, fields.resource).map(({ state, meaning }) => ({ state, meaning })),
  };
}
