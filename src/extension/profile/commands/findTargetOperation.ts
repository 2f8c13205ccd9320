import type { OperationName } from "../../../contract/operations.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";

/** The operation of a row, a message or a report. */
export function findTargetOperation({ operation, node }: CommandTarget): OperationName | undefined {
  return operation ?? (node?.kind === "note" ? node.operation : undefined);
}
