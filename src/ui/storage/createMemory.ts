import type { ExtensionContext } from "vscode";
import type { Memory } from "../../core/foundation/ports.ts";

export function createMemory(context: ExtensionContext): Memory {
  const stores = { user: context.globalState, workspace: context.workspaceState };
  return {
    read: (scope, name) => stores[scope].get(name),
    write: async (scope, name, value) => stores[scope].update(name, value),
  };
}
