import type { ConsoleDocuments } from "../console/consoleDocuments.ts";
import { consolePath, readConsolePath } from "../console/consoleUris.ts";
import type { EditableDocuments } from "./editableDocuments.ts";
import { NoSuchDocumentError } from "./virtualFiles.ts";
import type { VirtualUriParts } from "./virtualUris.ts";

/** Inputs of operations as documents: saving stores the text in this window and sends nothing. */
export function createInputDocuments(operations: ConsoleDocuments): EditableDocuments {
  const nameAt = ({ path }: VirtualUriParts) => {
    const place = readConsolePath(path);
    if (place?.kind === "input") return place.name;
    throw new NoSuchDocumentError(`There is no operation of this name: "${path}".`);
  };
  return {
    read: async (place) => {
      const { text, revision } = operations.readInput(nameAt(place));
      return { bytes: Buffer.from(text), revision };
    },
    onDidChange: (listener) =>
      operations.onDidChange((name) => listener({ path: consolePath("input", name), query: "" })),
    write: async (place, bytes) => operations.writeInput(nameAt(place), Buffer.from(bytes).toString("utf8")),
  };
}
