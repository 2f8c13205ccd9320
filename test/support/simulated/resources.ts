import type { OperationName } from "../../../src/contract/operations.ts";

/** The subject of an operation and its response. */
export interface OperationSubject {
  readonly kind: "list" | "item" | "nothing";
  /** The resource of its items. */
  readonly resource: string;
  /** The resource of which it selects an item. */
  readonly owner?: string;
}

/** The 43 operations by their responses; a test compares this with the contract. */
export const operationSubjects: Readonly<Record<OperationName, OperationSubject>> = {
  "me.get": { kind: "item", resource: "user" },
  "apiKeys.list": { kind: "list", resource: "apiKey" },
  "apiKeys.create": { kind: "item", resource: "apiKey" },
  "apiKeys.delete": { kind: "nothing", resource: "apiKey", owner: "apiKey" },
  "userSettings.get": { kind: "item", resource: "userSettings" },
  "userSettings.update": { kind: "item", resource: "userSettings" },
  "organizations.list": { kind: "list", resource: "organization" },
  "organization.get": { kind: "item", resource: "organization" },
  "organization.members": { kind: "list", resource: "member" },
  "organization.usage": { kind: "item", resource: "usage" },
  "projects.list": { kind: "list", resource: "project" },
  "projects.create": { kind: "item", resource: "project" },
  "project.get": { kind: "item", resource: "project", owner: "project" },
  "project.update": { kind: "item", resource: "project", owner: "project" },
  "servers.list": { kind: "list", resource: "server" },
  "servers.create": { kind: "item", resource: "server" },
  "server.update": { kind: "item", resource: "server", owner: "server" },
  "server.generate": { kind: "item", resource: "server", owner: "server" },
  "server.deploy": { kind: "item", resource: "deployment", owner: "server" },
  "deployments.list": { kind: "list", resource: "deployment" },
  "deployment.get": { kind: "item", resource: "deployment", owner: "deployment" },
  "deployment.events": { kind: "list", resource: "event", owner: "deployment" },
  "deployment.health": { kind: "item", resource: "health", owner: "deployment" },
  "skills.list": { kind: "list", resource: "skill" },
  "skills.create": { kind: "item", resource: "skill" },
  "skill.update": { kind: "item", resource: "skill", owner: "skill" },
  "skill.installations": { kind: "list", resource: "installation", owner: "skill" },
  "skill.install": { kind: "item", resource: "installation", owner: "skill" },
  "skill.uninstall": { kind: "item", resource: "installation", owner: "skill" },
  "serverTestRuns.list": { kind: "list", resource: "testRun", owner: "server" },
  "serverTestRuns.start": { kind: "item", resource: "testRun", owner: "server" },
  "serverTestRun.get": { kind: "item", resource: "testRun", owner: "testRun" },
  "skillTestRuns.list": { kind: "list", resource: "testRun", owner: "skill" },
  "skillTestRuns.start": { kind: "item", resource: "testRun", owner: "skill" },
  "skillTestRun.get": { kind: "item", resource: "testRun", owner: "testRun" },
  "registry.artifacts": { kind: "list", resource: "artifact" },
  "registry.artifact": { kind: "item", resource: "artifact", owner: "artifact" },
  "registry.versions": { kind: "list", resource: "version", owner: "artifact" },
  "oauthConnections.list": { kind: "list", resource: "oauthConnection" },
  "oauthConnection.get": { kind: "item", resource: "oauthConnection", owner: "oauthConnection" },
  "oauthConnection.delete": { kind: "nothing", resource: "oauthConnection", owner: "oauthConnection" },
  "runtime.token": { kind: "item", resource: "token" },
  "runtime.oauthToken": { kind: "item", resource: "token" },
};

/** The name of a resource in field names: `connectionId`, `run`. */
export const spokenResourceNames: Readonly<Record<string, string>> = {
  oauthConnection: "connection",
  testRun: "testRun",
};

export function spokenResourceName(resource: string): string {
  return spokenResourceNames[resource] ?? resource;
}

export function pluralOf(resource: string): string {
  if (resource === "userSettings" || resource === "usage" || resource === "health") return resource;
  return `${spokenResourceName(resource)}s`;
}

/** The operations that list all items of a resource. */
export const listOperations: Readonly<Record<string, OperationName>> = {
  project: "projects.list",
  server: "servers.list",
  deployment: "deployments.list",
  skill: "skills.list",
  artifact: "registry.artifacts",
  oauthConnection: "oauthConnections.list",
  apiKey: "apiKeys.list",
};
