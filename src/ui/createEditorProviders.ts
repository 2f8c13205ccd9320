import { listConsoleLenses } from "../core/documents/listConsoleLenses.ts";
import type { SettingsDocuments } from "../core/documents/settingsDocuments.ts";
import type { VirtualFiles } from "../core/documents/virtualFiles.ts";
import { createMcpServerList, type McpServerList } from "../core/server/mcpServerList.ts";
import type { CommandServices } from "./createCommandServices.ts";
import type { EditorContent } from "./createEditorContent.ts";
import { toCodeLens } from "./editors/codeLenses.ts";
import type { OperationLenses } from "./editors/operationLensProvider.ts";

/** The providers that VS Code calls. */
export interface EditorProviders {
  readonly files: VirtualFiles;
  readonly mcp: McpServerList;
  readonly settings: SettingsDocuments;
  /** For the documents of the operation console. */
  readonly lenses: OperationLenses;
}

export function createEditorProviders(
  { connections, client, log }: Pick<CommandServices, "connections" | "client" | "log">,
  { files, settings, commandParts: { operations } }: EditorContent,
): EditorProviders {
  const quiet = () => connections.quiet();
  const credentials = async () => connections.runtimeCredentials();
  return {
    files,
    settings,
    mcp: createMcpServerList({ quiet, client, credentials, log }),
    lenses: {
      documents: operations,
      listLenses: ({ uri }) => listConsoleLenses(operations, uri.path).map((lens) => toCodeLens(uri, lens)),
    },
  };
}
