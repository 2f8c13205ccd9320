import { type OperationName, operations } from "./operations.ts";

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

export const operationNames: readonly OperationName[] = Object.keys(operations).filter(isOperationName);
