import type { CodeLens, TextDocument } from "vscode";
import type { Logger } from "../base/ports.ts";
import type { EventSources } from "../deployment/model/eventSources.ts";
import { listConsoleLenses, listToolLenses } from "../documents/model/codeLenses.ts";
import { createLogLinks, type LogLinks } from "../documents/model/logLinks.ts";
import type { VirtualFiles } from "../documents/model/virtualFiles.ts";
import { cacheDocumentUse, readDocumentUse } from "../server/model/document/readDocumentUse.ts";
import { createMcpServerList, type McpServerList } from "../server/model/mcpServers.ts";
import { getServerLinks } from "../server/model/serverLinks.ts";
import type { CommandServices } from "./createCommandServices.ts";
import type { EditorContent } from "./createEditorContent.ts";
import { toCodeLens } from "./editors/codeLenses.ts";
import type { OperationLenses } from "./editors/lensProviders.ts";

/** The providers that VS Code calls. */
export interface EditorProviders {
  readonly files: VirtualFiles;
  readonly mcp: McpServerList;
  /** For the documents of the operation console. */
  readonly lenses: OperationLenses;
  /** For OpenAPI documents. */
  listToolLenses(document: TextDocument, signal: AbortSignal): Promise<CodeLens[]>;
  /** For the logs of deployments. */
  readonly logLinks: LogLinks;
  readonly log: Logger;
}

export function createEditorProviders(
  { connections, client, documents, documentAnalyzer, log, memory, versions }: CommandServices,
  { files, commandParts: { operations, sourceLinks: links } }: EditorContent,
  events: EventSources,
): EditorProviders {
  const quiet = () => connections.quiet();
  const scope = () => connections.scope() ?? "";
  const serverLinks = () => getServerLinks({ memory, connections });
  const readUse = cacheDocumentUse(
    (uri) => readDocumentUse({ client: quiet, links: serverLinks, versions, log }, uri),
    {
      formatKey: (uri) => `${scope()} ${uri}`,
      now: Date.now,
    },
  );
  const credentials = async () => connections.runtimeCredentials();
  return {
    files,
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
