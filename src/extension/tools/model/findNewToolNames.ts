import { readSearchedTool } from "../../../contract/mcp/searchTool.ts";
import type { ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { readVersionTools } from "../../registry/model/readVersionTools.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import { findLiveVersion } from "../../server/model/findLiveVersion.ts";
import { readServer } from "../../server/model/readServer.ts";

export interface FindNewToolNamesContext {
  readonly connections: Pick<Connections, "active" | "quiet">;
  readonly versions: VersionFiles;
}

/** The number of versions to look for the tool in. */
const mostVersions = 10;

/** The names under which the live version of a server lists the operation of a tool that it has no more. */
export async function findNewToolNames(
  { connections, versions }: FindNewToolNamesContext,
  { server: key, tool }: ToolPanelSubject,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (key.kind !== "deployed" || key.connection !== connections.active()?.id) return [];
  const client = await connections.quiet();
  const server = client && (await readServer(client, key.id));
  if (!client || !server?.artifactId) return [];
  const reading = { client, versions, artifactId: server.artifactId, signal };
  const live = await findLiveVersion(client, server);
  const now = live === undefined ? undefined : await readVersionTools(reading, { version: live, hasTools: false });
  if (!now) return [];
  const { items } = await client.call("registry.versions", { id: server.artifactId, limit: mostVersions }, { signal });
  for (const { version } of items) {
    const tools = await readVersionTools(reading, { version, hasTools: false });
    const before = tools?.find(({ name }) => readSearchedTool(name) === tool);
    if (before?.operation === undefined) continue;
    return now.filter(({ operation }) => operation === before.operation).map(({ name }) => name);
  }
  return [];
}
