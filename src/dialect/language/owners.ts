import { isOperationName } from "../../contract/operationNames.ts";
import { type ListOperationName, type OperationName, operationTable } from "../../contract/operations.ts";
import { resourceOf } from "./subjects.ts";

/** Of which resource an operation selects one, where it does. */
const owners: Partial<Record<OperationName, string>> = {
  "apiKeys.delete": "apiKey",
  "organization.get": "organization",
  "organization.members": "organization",
  "organization.usage": "organization",
  "project.get": "project",
  "project.update": "project",
  "server.update": "server",
  "server.generate": "server",
  "server.deploy": "server",
  "deployment.get": "deployment",
  "deployment.events": "deployment",
  "deployment.health": "deployment",
  "skill.update": "skill",
  "skill.installations": "skill",
  "skill.install": "skill",
  "skill.uninstall": "skill",
  "serverTestRuns.list": "server",
  "serverTestRuns.start": "server",
  "serverTestRun.get": "testRun",
  "skillTestRuns.list": "skill",
  "skillTestRuns.start": "skill",
  "skillTestRun.get": "testRun",
  "registry.artifact": "artifact",
  "registry.versions": "artifact",
  "oauthConnection.get": "oauthConnection",
  "oauthConnection.delete": "oauthConnection",
};

/** Where all of a resource are found. */
const lists: Readonly<Record<string, ListOperationName>> = {
  apiKey: "apiKeys.list",
  organization: "organizations.list",
  project: "projects.list",
  server: "servers.list",
  deployment: "deployments.list",
  skill: "skills.list",
  artifact: "registry.artifacts",
  oauthConnection: "oauthConnections.list",
};

/** The resource that an operation's `id` names one of; undefined where it is a filter, or there is none. */
export function ownerOf(operation: OperationName): string | undefined {
  return owners[operation];
}

export function listOf(resource: string): ListOperationName | undefined {
  return lists[resource];
}

/** The field by which an answer says which one it is of. */
export function proofOf(operation: OperationName): string {
  const owner = owners[operation] ?? "";
  return resourceOf(operation) === owner ? "id" : `${owner}Id`;
}

/** Reading operations that show how one of a resource is selected, those whose answer says which one it is first. */
export function readersOf(owner: string): readonly OperationName[] {
  return Object.keys(owners)
    .filter(isOperationName)
    .filter((name) => owners[name] === owner && operationTable[name].method === "GET");
}

/** All of which one can be selected. */
export const belongings = [...new Set(Object.values(owners))];

/** `Connection` of an `oauthConnection`: what it may be called alone. */
export const lastWord = (owner: string) => owner.replace(/^.*?(?=[A-Z][a-z]*$)/, "");
