import type { ServiceClient } from "../../../client/client.ts";
import { readFieldPath } from "../../../text/fieldPath.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import { findTargetOperation, showRawResponse } from "../../profile/commands/showRawResponse.ts";
import { findMappedItem } from "../../profile/model/findMappedItem.ts";
import type { TreeNode } from "../nodes.ts";

/** Shows the service's unchanged JSON of the clicked resource. */
export const openRawResponse: CommandHandler<ConnectedServices> = async (app, target) => {
  const { node } = target;
  const operation = findTargetOperation(target);
  if (!node && !operation) return;
  const client = await app.client();
  if (!client) return;
  if (operation) await showRawResponse(app, client, operation);
  if (!node) return;
  const json = await read(app, client, node);
  if (json !== undefined) await app.documents.showText(`${JSON.stringify(json, null, 2)}\n`, `${nameOf(node)}.json`);
};

function read(app: ConnectionServices, client: ServiceClient, node: TreeNode): Promise<unknown> {
  switch (node.kind) {
    case "project":
      return client.fetchJson("project.get", { id: node.project.id });
    case "server":
      return oneOf(app, client, "servers.list", node.server.id);
    case "skill":
      return oneOf(app, client, "skills.list", node.skill.id);
    case "deployment":
      return client.fetchJson("deployment.get", { id: node.deployment.id });
    case "testRun": {
      const name = node.of.kind === "server" ? "serverTestRun.get" : "skillTestRun.get";
      return client.fetchJson(name, { id: node.run.id });
    }
    case "artifact":
      return client.fetchJson("registry.artifact", { id: node.artifact.id });
    case "version":
      return client.fetchJson("registry.artifact", { id: node.artifact.id, version: node.version.version });
    case "oauthConnection":
      return client.fetchJson("oauthConnection.get", { id: node.connection.id });
    default: {
      const operations: Partial<Record<TreeNode["kind"], AccountOperation>> = accountOperations;
      const operation = operations[node.kind];
      return operation ? client.fetchJson(operation, {}) : Promise.resolve(undefined);
    }
  }
}

/** The operations of the account, which need no id. */
const accountOperations = {
  identity: "me.get",
  organization: "organization.get",
  members: "organization.members",
  usage: "organization.usage",
  apiKeys: "apiKeys.list",
  oauthConnections: "oauthConnections.list",
  userSettings: "userSettings.get",
} as const;
type AccountOperation = (typeof accountOperations)[keyof typeof accountOperations];

/** No operation returns one item, and a service may ignore the limit. */
async function oneOf(
  app: ConnectionServices,
  client: ServiceClient,
  name: "servers.list" | "skills.list",
  id: string,
): Promise<unknown> {
  const json = await client.fetchJson(name, { id });
  const session = app.connections.session();
  if (session.kind !== "connected") return json;
  const { list } = session.profileStore.read().operations[name] ?? {};
  const idPlace = session.profileStore.evidence()[name]?.fields.id?.place;
  return list ? findMappedItem(json, { list: readFieldPath(list) ?? [], idPlace }, id) : json;
}

function nameOf(node: TreeNode): string {
  if (node.kind === "project") return node.project.name;
  if (node.kind === "deployment") return `${node.serverName} ${node.deployment.version}`;
  if (node.kind === "version") return `${node.artifact.name} ${node.version.version}`;
  if (node.kind === "artifact") return node.artifact.name;
  if (node.kind === "testRun") return `${node.of.name} ${node.run.id}`;
  if (node.kind === "skill") return node.skill.name;
  return node.kind === "server" ? node.server.name : node.kind;
}
