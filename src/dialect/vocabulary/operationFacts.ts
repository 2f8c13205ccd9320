import type { Operation } from "../../contract/operation.ts";
import { operationNames } from "../../contract/operationNames.ts";
import { type ListOperationName, type OperationName, operationTable } from "../../contract/operations.ts";
import { readOutput } from "../../contract/profile/profileNames.ts";
import type { Fields } from "../../contract/profile/shape.ts";

/** What an operation is about: its response, and the item that its `id` names. */
export interface OperationFacts {
  readonly output: "list" | "item" | "none";
  /** The resource of the response. */
  readonly resource: string;
  readonly fields: Fields;
  /** The resource whose item the `id` names; undefined if the operation has none. */
  readonly owner: string | undefined;
  /** Whether the `id` only narrows a list whose items say which owner they belong to. */
  readonly isFilter: boolean;
}

/** The list that shows what an operation has changed, and the input by which it is narrowed. */
export interface RelatedList {
  readonly name: ListOperationName;
  readonly input: Readonly<Record<string, unknown>>;
}

export function findRelatedList(
  operation: OperationName,
  { id, skillId }: Readonly<Record<string, unknown>>,
): RelatedList | undefined {
  if (operation === "server.deploy") return { name: "deployments.list", input: { serverId: id } };
  if (operation.startsWith("serverTestRun")) return { name: "serverTestRuns.list", input: id ? { id } : {} };
  if (operation.startsWith("skillTestRun")) return { name: "skillTestRuns.list", input: id ? { id } : {} };
  if (operation === "skill.install" || operation === "skill.uninstall")
    return { name: "skill.installations", input: { id: skillId ?? id } };
  const name = findListOf(operationTable[operation].kind);
  return name && { name, input: {} };
}

/** The list that holds all items of a resource. */
export const findListOf = (resource: string) =>
  operationNames.find((name): name is ListOperationName => {
    const facts = findOperationFacts(name);
    return facts.output === "list" && facts.resource === resource && facts.owner === undefined;
  });

const known = new Map<OperationName, OperationFacts>();

export function findOperationFacts(operation: OperationName): OperationFacts {
  const facts = known.get(operation) ?? createFacts(operation);
  known.set(operation, facts);
  return facts;
}

function createFacts(operation: OperationName): OperationFacts {
  const row: Operation = operationTable[operation];
  const { kind: resource, owner, isOwnerFilter: isFilter = false } = row;
  return { ...readOutput(operation), resource, owner, isFilter };
}

/** The field by which an item says which owner it belongs to. */
export function findOwnerField(operation: OperationName): string {
  const { resource, owner = "" } = findOperationFacts(operation);
  return resource === owner ? "id" : `${owner}Id`;
}

/** Parts of resources whose states have the words of another. */
const sharedFamilies: Readonly<Record<string, string>> = {
  check: "health",
  history: "health",
  account: "oauthConnection",
};

/** The family of words that a field uses: the states of a resource have their own, other fields the same in all. */
export const findStateFamily = (resource: string, field: string): string =>
  field === "status" || field === "kind" ? (sharedFamilies[resource] ?? resource) : field;

/** The field whose words the rules of a profile translate: what an entry of the registry is, as others say how they are. */
export const findStateField = (resource: string) => (resource === "artifact" ? "kind" : "status");
