import * as l10n from "@vscode/l10n";
import { readSearchedTool } from "../../../contract/mcp/searchTool.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { readVersionTools } from "../../registry/model/readVersionTools.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { getServerLinks } from "../../server/commands/getServerLinks.ts";
import { findLiveVersion } from "../../server/model/findLiveVersion.ts";
import { readServer } from "../../server/model/readServer.ts";
import type { TreeNodeOfKind } from "../../workbench/nodes.ts";

/** Where the tool of a row comes from. */
export interface ToolOrigin {
  /** The URI of the document. */
  readonly resource: string;
  /** The filter of the operation, such as `GET /pets`; undefined: only the name of the tool is known. */
  readonly operation: string | undefined;
  readonly toolName: string;
}

export type FindToolOriginContext = EditorServices & ConnectionServices & RegistryServices;

type ToolRow = TreeNodeOfKind<"tool" | "versionTool">;

/** Finds the document and the operation of the target's tool. undefined: the target is no tool. Throws if the document is not known. */
export async function findToolOrigin(
  app: FindToolOriginContext,
  { node }: CommandTarget,
): Promise<ToolOrigin | undefined> {
  if (node?.kind !== "tool" && node?.kind !== "versionTool") return undefined;
  const toolName = readSearchedTool(node.tool.name);
  const serverId = readServerId(node);
  const resource = serverId === undefined ? undefined : getServerLinks(app).documentOf(serverId);
  if (serverId === undefined || resource === undefined)
    throw new Error(
      l10n.t`Fairlead does not know the OpenAPI document of ${toolName}: its server was not generated from a document of this workspace. Open the document and run "Edit Tool" there.`,
    );
  const operation =
    node.kind === "versionTool" ? node.tool.operation : await findLiveOperation(app, serverId, toolName);
  return { resource, operation, toolName };
}

function readServerId(node: ToolRow): string | undefined {
  if (node.kind === "versionTool") return node.artifact.ownerId;
  return node.server.key.kind === "deployed" ? node.server.key.id : undefined;
}

/** The operation that the live version's tool of this name calls: the document may give it another name by now. */
async function findLiveOperation(
  app: FindToolOriginContext,
  serverId: string,
  toolName: string,
): Promise<string | undefined> {
  const client = await app.client();
  const server = client && (await readServer(client, serverId));
  if (!client || !server?.artifactId) return undefined;
  const version = await findLiveVersion(client, server);
  if (version === undefined) return undefined;
  const reading = { client, versions: app.versions, artifactId: server.artifactId };
  const tools = await readVersionTools(reading, { version, hasTools: false });
  return tools?.find(({ name }) => readSearchedTool(name) === toolName)?.operation;
}
