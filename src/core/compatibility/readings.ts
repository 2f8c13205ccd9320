import type { CallOptions } from "../../api/callOptions.ts";
import type { Client } from "../../api/client.ts";
import type { OperationName } from "../../contract/operations.ts";

type Read = (client: Client, id: string, options: CallOptions) => Promise<unknown>;

/** An operation that changes nothing, and how it is called; `of`: the list that holds the item it is called for. */
export interface Reading {
  readonly of?: OperationName;
  readonly read: Read;
}

/** Enough to learn from: more than a page, so that the way to the next one is seen too. */
const limit = 20;
const most = 25;

async function some<T>(items: AsyncGenerator<T, void>): Promise<{ readonly items: readonly T[] }> {
  const found: T[] = [];
  for await (const item of items) if (found.push(item) >= most) break;
  return { items: found };
}

/** All that read, in an order in which lists come before what is in them. Nothing else is ever called by a check. */
export const readings = {
  "me.get": { read: (client, _, options) => client.call("me.get", {}, options) },
  "userSettings.get": { read: (client, _, options) => client.call("userSettings.get", {}, options) },
  "organizations.list": { read: (client, _, options) => some(client.list("organizations.list", { limit }, options)) },
  "organization.get": { read: (client, _, options) => client.call("organization.get", {}, options) },
  "organization.members": {
    read: (client, _, options) => some(client.list("organization.members", { limit }, options)),
  },
  "organization.usage": { read: (client, _, options) => client.call("organization.usage", {}, options) },
  "apiKeys.list": { read: (client, _, options) => some(client.list("apiKeys.list", { limit }, options)) },
  "projects.list": { read: (client, _, options) => some(client.list("projects.list", { limit }, options)) },
  "project.get": {
    of: "projects.list",
    read: (client, id, options) => client.call("project.get", { id }, options),
  },
  "servers.list": { read: (client, _, options) => some(client.list("servers.list", { limit }, options)) },
  "deployments.list": { read: (client, _, options) => some(client.list("deployments.list", { limit }, options)) },
  "deployment.get": {
    of: "deployments.list",
    read: (client, id, options) => client.call("deployment.get", { id }, options),
  },
  "deployment.events": {
    of: "deployments.list",
    read: (client, id, options) => some(client.list("deployment.events", { id, limit }, options)),
  },
  "deployment.health": {
    of: "deployments.list",
    read: (client, id, options) => client.call("deployment.health", { id }, options),
  },
  "skills.list": { read: (client, _, options) => some(client.list("skills.list", { limit }, options)) },
  "skill.installations": {
    of: "skills.list",
    read: (client, id, options) => some(client.list("skill.installations", { id, limit }, options)),
  },
  "serverTestRuns.list": {
    of: "servers.list",
    read: (client, id, options) => some(client.list("serverTestRuns.list", { id, limit }, options)),
  },
  "serverTestRun.get": {
    of: "serverTestRuns.list",
    read: (client, id, options) => client.call("serverTestRun.get", { id }, options),
  },
  "skillTestRuns.list": {
    of: "skills.list",
    read: (client, id, options) => some(client.list("skillTestRuns.list", { id, limit }, options)),
  },
  "skillTestRun.get": {
    of: "skillTestRuns.list",
    read: (client, id, options) => client.call("skillTestRun.get", { id }, options),
  },
  "registry.artifacts": { read: (client, _, options) => some(client.list("registry.artifacts", { limit }, options)) },
  "registry.artifact": {
    of: "registry.artifacts",
    read: (client, id, options) => client.call("registry.artifact", { id }, options),
  },
  "registry.versions": {
    of: "registry.artifacts",
    read: (client, id, options) => some(client.list("registry.versions", { id, limit }, options)),
  },
  "oauthConnections.list": {
    read: (client, _, options) => some(client.list("oauthConnections.list", { limit }, options)),
  },
  "oauthConnection.get": {
    of: "oauthConnections.list",
    read: (client, id, options) => client.call("oauthConnection.get", { id }, options),
  },
} as const satisfies Partial<Record<OperationName, Reading>>;
export type ReadingName = keyof typeof readings;

export function isReading(name: string): name is ReadingName {
  return Object.hasOwn(readings, name);
}

export const readingNames: readonly ReadingName[] = Object.keys(readings).filter(isReading);

export function readingOf(name: ReadingName): Reading {
  return readings[name];
}
