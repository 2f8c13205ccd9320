import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { findBrokenSkills } from "../../../surface/findBrokenSkills.ts";
import type { SurfaceChange } from "../../../surface/surfaceChange.ts";
import { compareVersionTools } from "../../../surface/versionReader.ts";
import { estimateListTokens } from "../../../text/estimateTokens.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { readErrorMessage } from "../../base/failure.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { createVersionReader } from "../../registry/model/createVersionReader.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { findLiveVersion } from "../../server/model/findLiveVersion.ts";
import type { McpServerKey } from "../../tools/model/mcpTarget.ts";
import type { ToolsServices } from "../../tools/toolsServices.ts";

/** What callers notice of a preview before they call a tool. */
export interface NoticedChanges {
  /** undefined: the tools of a version are not known. */
  readonly changes: readonly SurfaceChange[] | undefined;
  /** How the tools that its skills name changed, a sentence each. */
  readonly skills: readonly string[];
  /** What the lists of tools cost an agent, estimated; undefined: they could not be read. */
  readonly tokens: Readonly<Record<"live" | "preview", number>> | undefined;
}

type NoticedChangesContext = RegistryServices &
  Pick<ToolsServices, "mcp"> &
  ConnectionServices &
  Pick<EditorServices, "log">;

/** A failure does not hide what was rehearsed. */
export async function readNoticedChanges(
  app: NoticedChangesContext,
  client: ServiceClient,
  preview: PreviewVersion,
  signal: AbortSignal,
): Promise<NoticedChanges> {
  try {
    const [compared, tokens] = [
      await compareTools(app, client, preview, signal),
      await readTokens(app, preview, signal),
    ];
    return { ...compared, tokens };
  } catch (error) {
    signal.throwIfAborted();
    app.log.warning(`The tools of ${preview.server.name} could not be compared: ${readErrorMessage(error)}`);
    return { changes: undefined, skills: [], tokens: undefined };
  }
}

interface PreviewVersion {
  readonly server: Server;
  readonly version: string;
}

async function compareTools(
  { versions }: RegistryServices,
  client: ServiceClient,
  { server, version }: PreviewVersion,
  signal: AbortSignal,
): Promise<Omit<NoticedChanges, "tokens">> {
  const reader = createVersionReader({ versions, client, artifactId: server.artifactId ?? "", signal });
  const before = await reader.find((await findLiveVersion(client, server)) ?? "");
  const after = await reader.find(version);
  const changes = before && after && (await compareVersionTools(reader, before, after));
  return { changes, skills: changes ? findBrokenSkills((await reader.readFiles(version)) ?? [], changes) : [] };
}

async function readTokens(
  { mcp, connections }: NoticedChangesContext,
  { server: { id }, version }: PreviewVersion,
  signal: AbortSignal,
) {
  const live = { kind: "deployed", connection: connections.active()?.id ?? "", id } as const;
  const count = async (key: McpServerKey) => estimateListTokens((await mcp.readContents(key, signal)).tools);
  return { live: await count(live), preview: await count({ ...live, preview: version }) };
}
