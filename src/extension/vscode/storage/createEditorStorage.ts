import { type ExtensionContext, Uri, window } from "vscode";
import type { Disposable, Memory, Secrets } from "../../base/ports.ts";
import { createCrossWindowSecrets } from "../../connection/model/crossWindowSecrets.ts";
import { createLog, type EditorLog } from "../log.ts";
import { createSecrets } from "./createSecrets.ts";
import { createSecretTombstones } from "./createSecretTombstones.ts";

/** What outlives the window. */
export interface EditorStorage extends Disposable {
  readonly log: EditorLog;
  readonly memory: Memory;
  readonly secrets: Secrets & Disposable;
}

export function createEditorStorage(context: ExtensionContext): EditorStorage {
  const channel = window.createOutputChannel("Fairlead", { log: true });
  const log = createLog(channel);
  const tombstones = createSecretTombstones(Uri.joinPath(context.globalStorageUri, "signedOut").fsPath, log);
  const secrets = createCrossWindowSecrets(createSecrets(context.secrets), tombstones);
  const memory = createMemory(context);
  return {
    log,
    memory,
    secrets,
    dispose: () => {
      memory.dispose();
      channel.dispose();
    },
  };
}

function createMemory(context: ExtensionContext): Memory & Disposable {
  const stores = { user: context.globalState, workspace: context.workspaceState };
  let isClosed = false;
  return {
    read: (scope, name) => stores[scope].get(name),
    // What a closing window breaks off is left as it was, so that the next window can go on with it.
    write: async (scope, name, value) => {
      if (!isClosed) await stores[scope].update(name, value);
    },
    dispose: () => {
      isClosed = true;
    },
  };
}
