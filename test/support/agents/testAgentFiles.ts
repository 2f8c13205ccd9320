import { join } from "node:path";
import type { AgentFiles, AgentPlaces } from "../../../src/extension/agents/model/agentFiles.ts";
import { createAgentFiles } from "../../../src/extension/vscode/storage/createAgentFiles.ts";
import { builtBridge } from "../testBuild.ts";

const nowhere: AgentPlaces = {
  platform: "linux",
  folders: {
    home: undefined,
    appData: undefined,
    config: undefined,
    codexHome: undefined,
    copilotHome: undefined,
    editorUser: undefined,
  },
  workspace: [],
  isTrusted: true,
};

/** The places below two folders. */
export function createAgentPlaces(
  home: string,
  workspace: string,
  { isTrusted = true, platform = "linux" }: Partial<Pick<AgentPlaces, "isTrusted" | "platform">> = {},
): AgentPlaces {
  const folders = {
    home,
    appData: join(home, "AppData"),
    config: join(home, ".config"),
    codexHome: join(home, ".codex"),
    copilotHome: join(home, ".copilot"),
  };
  return {
    ...{ platform, isTrusted },
    folders: { ...folders, editorUser: join(home, "User") },
    workspace: [{ name: "shop", path: workspace }],
  };
}

/** The files of agents on this disk; the bridge is the built one. */
export async function createTestAgentFiles(places = nowhere, dataFolder = "/nowhere"): Promise<AgentFiles> {
  const to = join(places.folders.home ?? "/nowhere", "bridge", "bridge.mjs");
  const from = await builtBridge();
  return createAgentFiles({ places: () => places, node: process.execPath, bridge: { from, to }, dataFolder });
}
