import type { CodeLens, TextDocument } from "vscode";
import type { EventSources } from "../core/deployment/eventSources.ts";
import { listConsoleLenses } from "../core/documents/listConsoleLenses.ts";
import { listToolLenses } from "../core/documents/listToolLenses.ts";
import { createLogLinks, type LogLinks } from "../core/documents/logLinks.ts";
import type { SettingsDocuments } from "../core/documents/settingsDocuments.ts";
import type { VirtualFiles } from "../core/documents/virtualFiles.ts";
import type { Logger } from "../core/foundation/ports.ts";
import { cacheDocumentUse, readDocumentUse } from "../core/server/document/readDocumentUse.ts";
import { createMcpServerList, type McpServerList } from "../core/server/mcpServerList.ts";
import { openServerLinks } from "../core/server/serverLinks.ts";
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
  /** For OpenAPI documents. */
  listToolLenses(document: TextDocument, signal: AbortSignal): Promise<CodeLens[]>;
  /** For the logs of deployments. */
  readonly logLinks: LogLinks;
  readonly log: Logger;
}

export function createEditorProviders(
  {
    connections,
    client,
    documents,
    documentAnalyzer,
    log,
    memory,
    versions,
  }: Pick<CommandServices, "connections" | "client" | "documents" | "documentAnalyzer" | "log" | "memory" | "versions">,
  { files, settings, commandParts: { operations, sourceLinks: links } }: EditorContent,
  events: EventSources,
): EditorProviders {
  const quiet = () => connections.quiet();
  const scope = () => connections.scope() ?? "";
  const serverLinks = () => openServerLinks(memory, scope());
  const readUse = cacheDocumentUse(
    (uri) => readDocumentUse({ client: quiet, links: serverLinks, versions, log }, uri),
    {
      ...{ formatKey: (uri) => `${scope()} ${uri}`, now: Date.now },
    },
  );
  const credentials = async () => connections.runtimeCredentials();
  return {
    files,
    settings,
    log,
    logLinks: createLogLinks(links, events),
    listToolLenses: async (document, signal) => {
      const source = { uri: document.uri.toString(), text: document.getText() };
      const lenses = await listToolLenses({ documents, documentAnalyzer, readUse }, source, signal);
      return lenses.map((lens) => toCodeLens(document.uri, lens));
    },
    mcp: createMcpServerList({ quiet, client, credentials, log }),
    lenses: {
      documents: operations,
      listLenses: ({ uri }) => listConsoleLenses(operations, uri.path).map((lens) => toCodeLens(uri, lens)),
    },
  };
}
