import { type OperationName, operationTable } from "./operations.ts";

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operationTable, name);
}

export const operationNames: readonly OperationName[] = Object.keys(operationTable).filter(isOperationName);
