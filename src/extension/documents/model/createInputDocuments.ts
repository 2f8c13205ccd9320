import * as l10n from "@vscode/l10n";
import { consolePath, readConsolePath, type VirtualUriParts } from "../../base/uris/virtualUris.ts";
import type { ConsoleDocuments } from "../../console/model/consoleDocuments.ts";
import type { EditableDocuments } from "./editableDocuments.ts";
import { NoSuchDocumentError } from "./virtualFiles.ts";

/** Inputs of operations as documents: saving stores the text in this window and sends nothing. */
export function createInputDocuments(operations: ConsoleDocuments): EditableDocuments {
  const nameAt = ({ path }: VirtualUriParts) => {
    const documentId = readConsolePath(path);
    if (documentId?.kind === "input") return documentId.name;
    throw new NoSuchDocumentError(l10n.t`There is no operation of this name: "${path}".`);
  };
  return {
    read: async (uriParts) => {
      const { text, revision } = operations.readInput(nameAt(uriParts));
      return { bytes: Buffer.from(text), revision };
    },
    onDidChange: (listener) =>
      operations.onDidChange((name) => listener({ path: consolePath("input", name), query: "" })),
    write: async (uriParts, bytes) => operations.writeInput(nameAt(uriParts), Buffer.from(bytes).toString("utf8")),
  };
}
