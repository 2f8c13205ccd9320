import type { ServiceClient } from "../../client/client.ts";
import type { ConsoleDocuments, ConsoleText } from "../console/consoleDocuments.ts";
import { createDeploymentLogText, type DeploymentLogText } from "../deployment/deploymentLog.ts";
import type { Disposable, Logger } from "../foundation/ports.ts";
import type { VersionFiles } from "../registry/versionFiles.ts";
import {
  type EditableByPrefix,
  findEditableDocuments,
  type SaveOptions,
  type VirtualFile,
} from "./editableDocuments.ts";
import type { TextDocuments } from "./shownTexts.ts";
import { readVirtualDocumentId, type VirtualUriParts } from "./virtualUris.ts";

/** The documents of the scheme `fairlead`: to be read only, but for those that something takes what is written for. */
export interface VirtualFiles {
  read(place: VirtualUriParts): Promise<VirtualFile>;
  isEditable(place: VirtualUriParts): boolean;
  write(place: VirtualUriParts, bytes: Uint8Array, saving: SaveOptions): Promise<void>;
  /** Keeps what can change up to date until disposed. */
  watch(place: VirtualUriParts, onChange: () => void): Disposable;
  /** Tells of what can be written and changed otherwise, watched or not: it may be open where it is not seen. */
  onDidChange(listener: (place: VirtualUriParts) => void): Disposable;
  /** After this nothing read before is taken for what the active connection has. */
  clear(): void;
}

/** What was asked for is not at the active connection. */
export class NoSuchDocumentError extends Error {
  override readonly name = "NoSuchDocumentError";
}

export interface VirtualFileOptions {
  /** Without asking anything: VS Code restores documents by itself. */
  readonly client: () => Promise<ServiceClient | undefined>;
  readonly versions: VersionFiles;
  /** What was shown without being at a service. */
  readonly texts: TextDocuments;
  readonly operations: ConsoleDocuments;
  readonly editable: EditableByPrefix;
  readonly log: Logger;
}

export function createVirtualFiles(parts: VirtualFileOptions): VirtualFiles {
  const { client, versions, texts, operations, editable, log } = parts;
  const logs = new Map<string, DeploymentLogText>();
  const logOf = (deploymentId: string) => {
    const found = logs.get(deploymentId) ?? createDeploymentLogText(deploymentId, log);
    logs.set(deploymentId, found);
    return found;
  };
  const connected = async () => {
    const found = await client();
    if (found) return found;
    throw new NoSuchDocumentError("There is no connection to read this from. Connect, then open it again.");
  };
  return {
    isEditable: (place) => findEditableDocuments(editable, place) !== undefined,
    write: async (place, bytes, saving) => {
      const documents = findEditableDocuments(editable, place);
      if (!documents) throw new NoSuchDocumentError(`"${place.path}" can only be read.`);
      await documents.write(place, bytes, saving);
    },
    read: async (place) => {
      const documents = findEditableDocuments(editable, place);
      if (documents) return documents.read(place);
      const wanted = readVirtualDocumentId(place);
      if (!wanted || wanted.kind === "input") throw new NoSuchDocumentError(`There is no document "${place.path}".`);
      if (wanted.kind === "text") return readText(texts, wanted.id);
      if (wanted.kind === "answer") return fileOf(operations.readAnswer(wanted.name));
      if (wanted.kind === "file") return readFile(versions, await connected(), wanted);
      const text = logOf(wanted.deploymentId);
      await text.update(await connected());
      return { bytes: Buffer.from(text.text()), revision: text.length };
    },
    watch: (place, onChange) => {
      const wanted = readVirtualDocumentId(place);
      if (wanted?.kind === "answer") return operations.onDidChange((name) => name === wanted.name && onChange());
      const left = new AbortController();
      if (wanted?.kind === "log") {
        const text = logOf(wanted.deploymentId);
        void client().then((found) => found && text.follow(found, left.signal, onChange));
      }
      return { dispose: () => left.abort() };
    },
    onDidChange: (listener) => {
      const listening = Object.values(editable).map((documents) => documents.onDidChange(listener));
      return {
        dispose: () => {
          for (const one of listening) one.dispose();
        },
      };
    },
    clear: () => {
      logs.clear();
      versions.clear();
    },
  };
}

const gone = "This was shown before the window was reloaded. Open it again.";

/** What may hold secrets outlives no window. */
function fileOf(shown: ConsoleText | undefined): VirtualFile {
  if (shown === undefined) throw new NoSuchDocumentError(gone);
  return { bytes: Buffer.from(shown.text), revision: shown.revision };
}

function readText(texts: TextDocuments, id: string): VirtualFile {
  const text = texts.read(id);
  if (text === undefined) throw new NoSuchDocumentError(gone);
  return { bytes: Buffer.from(text), revision: 0 };
}

async function readFile(
  versions: VersionFiles,
  client: ServiceClient,
  { artifactId, version, path }: { artifactId: string; version: string; path: string },
): Promise<VirtualFile> {
  const files = await versions.list(client, artifactId, version);
  const file = files.find((one) => one.path === path);
  if (!file) throw new NoSuchDocumentError(`Version ${version} has no file "${path}".`);
  return { bytes: file.bytes, revision: 0 };
}
