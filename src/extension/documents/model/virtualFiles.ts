import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { type AuditLogs, formatAuditLog, isSameAuditLog } from "../../account/model/auditLogs.ts";
import type { Polling } from "../../base/polling.ts";
import type { Disposable, FollowText, Logger } from "../../base/ports.ts";
import {
  consolePath,
  readConsolePath,
  readVirtualDocumentId,
  type VirtualUriParts,
} from "../../base/uris/virtualUris.ts";
import type { ConsoleDocuments, ConsoleText } from "../../console/model/consoleDocuments.ts";
import { createDeploymentLogText, type DeploymentLogText } from "../../deployment/model/deploymentLog.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";

export type VirtualFiles = ReturnType<typeof createVirtualFiles>;

/** The active connection does not have the document's resource. */
export class NoSuchDocumentError extends Error {
  override readonly name = "NoSuchDocumentError";
}

export interface VirtualFileOptions {
  /** Does not prompt, because VS Code restores documents by itself. */
  readonly client: () => Promise<ServiceClient | undefined>;
  readonly versions: VersionFiles;
  /** Documents that come from no service. */
  readonly texts: TextDocuments;
  readonly operations: ConsoleDocuments;
  readonly auditLogs: AuditLogs;
  readonly editable: EditableByPrefix;
  readonly log: Logger;
  readonly polling: Polling;
}

/** The documents of the scheme `fairlead`: read-only, except those with an editable implementation. */
export function createVirtualFiles(parts: VirtualFileOptions) {
  const { client, versions, texts, operations, auditLogs, editable, log, polling } = parts;
  const logs = new Map<string, DeploymentLogText>();
  const logOf = (deploymentId: string) => {
    const found = logs.get(deploymentId) ?? createDeploymentLogText(deploymentId, log);
    logs.set(deploymentId, found);
    return found;
  };
  const connected = async () => {
    const found = await client();
    if (found) return found;
    throw new NoSuchDocumentError(l10n.t("There is no connection to read this from. Connect, then open it again."));
  };
  return {
    isEditable: (uri: VirtualUriParts): boolean => findEditableDocuments(editable, uri) !== undefined,
    write: async (uri: VirtualUriParts, bytes: Uint8Array, saving: SaveOptions): Promise<void> => {
      const documents = findEditableDocuments(editable, uri);
      if (!documents) throw new NoSuchDocumentError(l10n.t`"${uri.path}" can only be read.`);
      await documents.write(uri, bytes, saving);
    },
    read: async (uri: VirtualUriParts): Promise<VirtualFile> => {
      const documents = findEditableDocuments(editable, uri);
      if (documents) return documents.read(uri);
      const documentId = readVirtualDocumentId(uri);
      if (!documentId || documentId.kind === "input")
        throw new NoSuchDocumentError(l10n.t`There is no document "${uri.path}".`);
      if (documentId.kind === "text") return readText(texts, documentId.id, uri.path);
      if (documentId.kind === "answer") return fileOf(operations.readResponse(documentId.name));
      if (documentId.kind === "audit") {
        const loaded = await auditLogs.read(await connected(), documentId);
        return { bytes: Buffer.from(formatAuditLog(documentId, loaded)), revision: loaded.revision };
      }
      if (documentId.kind === "file") return readFile(versions, await connected(), documentId);
      const text = logOf(documentId.deploymentId);
      await text.update(await connected());
      return { bytes: Buffer.from(text.text()), revision: text.length };
    },
    /** Updates a changing document until disposed. */
    watch: (uri: VirtualUriParts, onChange: () => void): Disposable => {
      const documentId = readVirtualDocumentId(uri);
      if (documentId?.kind === "answer")
        return operations.onDidChange((name) => name === documentId.name && onChange());
      if (documentId?.kind === "audit")
        return auditLogs.onDidChange((id) => isSameAuditLog(id, documentId) && onChange());
      const left = new AbortController();
      if (documentId?.kind === "text") texts.follow(documentId.id, onChange, left.signal);
      if (documentId?.kind === "log") {
        const text = logOf(documentId.deploymentId);
        void client().then((found) => found && text.follow(found, { signal: left.signal, polling }, onChange));
      }
      return { dispose: () => left.abort() };
    },
    /** Fires for editable documents that changed, watched or not: a document may be open in the background. */
    onDidChange: (listener: (uri: VirtualUriParts) => void): Disposable => {
      const listening = Object.values(editable).map((documents) => documents.onDidChange(listener));
      return {
        dispose: () => {
          for (const one of listening) one.dispose();
        },
      };
    },
    /** Clears what was read, because another connection is active. */
    clear: (): void => {
      logs.clear();
      auditLogs.clear();
    },
  };
}

const gone = l10n.t("This was shown before the window was reloaded. Open it again.");

/** A text that may hold secrets is not retained after the window closes. */
function fileOf(shown: ConsoleText | undefined): VirtualFile {
  if (shown === undefined) throw new NoSuchDocumentError(gone);
  return { bytes: Buffer.from(shown.text), revision: shown.revision };
}

/** The editor finds no error in a text that is gone. */
function readText(texts: TextDocuments, id: string, path: string): VirtualFile {
  const { text, revision } = texts.read(id) ?? {
    text: path.endsWith(".json") ? JSON.stringify(gone) : gone,
    revision: 0,
  };
  return { bytes: Buffer.from(text), revision };
}

async function readFile(
  versions: VersionFiles,
  client: ServiceClient,
  { artifactId, version, path }: { artifactId: string; version: string; path: string },
): Promise<VirtualFile> {
  const files = await versions.list(client, artifactId, version);
  const file = files.find((one) => one.path === path);
  if (!file) throw new NoSuchDocumentError(l10n.t`Version ${version} has no file "${path}".`);
  return { bytes: file.bytes, revision: 0 };
}

export interface VirtualFile {
  readonly bytes: Uint8Array;
  /** Changes with the content. */
  readonly revision: number;
}

/** Writable documents of the scheme `fairlead`; each implementation decides what a write does. */
export interface EditableDocuments {
  read(uri: VirtualUriParts): Promise<VirtualFile>;
  /** Rejects with the message that VS Code shows; the document then stays unsaved. */
  write(uri: VirtualUriParts, bytes: Uint8Array, saving: SaveOptions): Promise<void>;
  /** Fires for documents that changed without `write`. */
  onDidChange(listener: (uri: VirtualUriParts) => void): Disposable;
}

interface SaveOptions {
  /** The user saved explicitly. The editor also saves after a delay or when the focus moves. */
  readonly byHand: boolean;
}

/** Keyed by the first segment of their paths: `/settings/...`, `/operation/...`. */
type EditableByPrefix = Readonly<Record<string, EditableDocuments>>;

function findEditableDocuments(editable: EditableByPrefix, { path }: VirtualUriParts): EditableDocuments | undefined {
  const [, prefix = ""] = path.split("/");
  return Object.hasOwn(editable, prefix) ? editable[prefix] : undefined;
}

export type TextDocuments = ReturnType<typeof createTextDocuments>;

/** Older texts are cleared; an open document still shows its text. */
const most = 50;

/** Read-only texts such as a response's JSON, retained by id while the window is open. An id is not used again after a reload. */
export function createTextDocuments() {
  const texts = new Map<string, ConsoleText & { readonly follow: FollowText | undefined }>();
  return {
    read: (id: string): ConsoleText | undefined => texts.get(id),
    /** Replaces the text while its document is open. */
    follow: (id: string, onChange: () => void, signal: AbortSignal): void => {
      const onText = (text: string) => {
        const shown = texts.get(id);
        if (!shown || signal.aborted || shown.text === text) return;
        texts.set(id, { ...shown, text, revision: shown.revision + 1 });
        onChange();
      };
      texts.get(id)?.follow?.(onText, signal);
    },
    /** Returns the text's id. */
    add: (text: string, follow?: FollowText): string => {
      const id = randomUUID();
      texts.set(id, { text, revision: 0, follow });
      const [oldest = ""] = texts.keys();
      if (texts.size > most) texts.delete(oldest);
      return id;
    },
  };
}

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
