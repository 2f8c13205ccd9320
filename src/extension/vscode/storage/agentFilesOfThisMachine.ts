import { homedir } from "node:os";
import { join } from "node:path";
import { type ExtensionContext, env, Uri, workspace } from "vscode";
import type { AgentFiles, AgentPlaces } from "../../agents/model/agentFiles.ts";
import type { Platform } from "../../agents/model/mcpAgents.ts";
import { createAgentFiles } from "./createAgentFiles.ts";

export function createAgentFilesOfThisMachine({ extensionUri, globalStorageUri }: ExtensionContext): AgentFiles {
  return createAgentFiles({
    places: () => readAgentPlaces(globalStorageUri),
    node: process.execPath,
    bridge: {
      from: Uri.joinPath(extensionUri, "dist", "bridge.mjs").fsPath,
      to: Uri.joinPath(globalStorageUri, "bridge", "bridge.mjs").fsPath,
    },
    dataFolder: Uri.joinPath(globalStorageUri, "service").fsPath,
  });
}

function readAgentPlaces(globalStorageUri: Uri): AgentPlaces {
  const home = homedir();
  const { APPDATA, CODEX_HOME, COPILOT_HOME, XDG_CONFIG_HOME } = process.env;
  return {
    platform: readPlatform(),
    folders: {
      home,
      appData: APPDATA,
      config: XDG_CONFIG_HOME || join(home, ".config"),
      copilotHome: COPILOT_HOME || join(home, ".copilot"),
      codexHome: CODEX_HOME || join(home, ".codex"),
      // On a remote machine the user's own files of the editor are elsewhere.
      editorUser: env.remoteName === undefined ? Uri.joinPath(globalStorageUri, "..", "..").fsPath : undefined,
    },
    workspace: (workspace.workspaceFolders ?? []).flatMap(({ uri, name }) =>
      uri.scheme === "file" ? [{ name, path: uri.fsPath }] : [],
    ),
    isTrusted: workspace.isTrusted,
  };
}

function readPlatform(): Platform {
  return process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux";
}
