import type { CallOptions, ServiceClient } from "../../../client/client.ts";
import { type ListOperationName, type OperationName, operationTable } from "../../../contract/operations.ts";

/**
 * All reading operations, lists before their items; a check calls no others. Each one has the list that holds its
 * item; null: it needs no item.
 */
const holders = {
  "me.get": null,
  "userSettings.get": null,
  "organizations.list": null,
  "organization.get": null,
  "organization.members": null,
  "organization.usage": null,
  "apiKeys.list": null,
  "projects.list": null,
  "project.get": "projects.list",
  "servers.list": null,
  "deployments.list": null,
  "deployment.get": "deployments.list",
  "deployment.events": "deployments.list",
  "deployment.health": "deployments.list",
  "skills.list": null,
  "skill.installations": "skills.list",
  "serverTestRuns.list": "servers.list",
  "serverTestRun.get": "serverTestRuns.list",
  "skillTestRuns.list": "skills.list",
  "skillTestRun.get": "skillTestRuns.list",
  "registry.artifacts": null,
  "registry.artifact": "registry.artifacts",
  "registry.versions": "registry.artifacts",
  "oauthConnections.list": null,
  "oauthConnection.get": "oauthConnections.list",
} as const satisfies Partial<Record<OperationName, ListOperationName | null>>;
export type ReadOperationName = keyof typeof holders;

const isReading = (name: string): name is ReadOperationName => Object.hasOwn(holders, name);
export const readOperationNames: readonly ReadOperationName[] = Object.keys(holders).filter(isReading);

/** The list that holds an operation's item. */
export function findHolderOperation(name: ReadOperationName): ReadOperationName | null {
  return holders[name];
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
  const input = holders[name] === null ? {} : { id };
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
