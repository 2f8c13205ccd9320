import type { CallOptions, ServiceClient } from "../../../client/client.ts";
import type { Operation } from "../../../contract/operation.ts";
import { operationNames } from "../../../contract/operationNames.ts";
import { type ListOperationName, type OperationName, operationTable } from "../../../contract/operations.ts";

export type ReadOperationName = {
  [N in OperationName]: (typeof operationTable)[N]["method"] extends "GET" ? N : never;
}[OperationName];

export const isReadOperation = (name: OperationName): name is ReadOperationName =>
  operationTable[name].method === "GET";

const needsMore = (name: ReadOperationName) => Number(operationTable[name].scope !== "read");

/** A check calls no others. What a key that only reads is refused comes last: by then it is known where the service says why. */
export const readOperationNames: readonly ReadOperationName[] = operationNames
  .filter(isReadOperation)
  .toSorted((one, other) => needsMore(one) - needsMore(other));

/** The list with the item that the `id` of an operation names; null: it needs none, or the organization, which is the caller's own. */
export function findHolderOperation(name: ReadOperationName): ReadOperationName | null {
  const { owner = "" }: Operation = operationTable[name];
  if (owner === "organization") return null;
  const [family = ""] = name.split(".");
  const holds = (list: ReadOperationName) => {
    const row: Operation = operationTable[list];
    // Test runs have a list for each kind of owner.
    return isList(list) && row.kind === owner && (row.owner === undefined || list.startsWith(family));
  };
  return readOperationNames.find(holds) ?? null;
}

/** More than a page, so that the check also learns how the service pages. */
const limit = 20;
const most = 25;

/** Calls an operation, with an item if it needs one. */
export function callReadOperation(
  client: ServiceClient,
  name: ReadOperationName,
  id: string,
  options: CallOptions,
): Promise<unknown> {
  const input = findHolderOperation(name) === null ? {} : { id };
  return isList(name) ? some(client.list(name, { ...input, limit }, options)) : client.call(name, input, options);
}

function isList(name: ReadOperationName): name is Extract<ReadOperationName, ListOperationName> {
  return "limit" in operationTable[name].query.shape;
}

async function some<T>(items: AsyncGenerator<T, void>): Promise<{ readonly items: readonly T[] }> {
  const found: T[] = [];
  for await (const item of items) if (found.push(item) >= most) break;
  return { items: found };
}
