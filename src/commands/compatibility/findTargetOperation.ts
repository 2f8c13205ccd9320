import type { OperationName } from "../../contract/operations.ts";
import type { Target } from "../app.ts";

/** The operation that a row, a message or a report is about. */
export function operationOf({ operation, node }: Target): OperationName | undefined {
  return operation ?? (node?.kind === "note" ? node.operation : undefined);
}
