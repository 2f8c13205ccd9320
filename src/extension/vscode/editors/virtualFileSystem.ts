import * as vscode from "vscode";
import type { VirtualFiles } from "../../documents/model/virtualFiles.ts";

/** The files of the scheme `fairlead`: growing logs, files of versions, and editable documents. */
export class VirtualFileSystem implements vscode.FileSystemProvider {
  readonly #files: () => Promise<VirtualFiles>;
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  /** The documents that VS Code is about to save automatically. */
  readonly #autoSaved = new Set<string>();

  constructor(files: () => Promise<VirtualFiles>, scheme: string) {
    let hasListener = false;
    this.#files = async () => {
      const found = await files();
      if (!hasListener)
        found.onDidChange(({ path, query }) => this.#fireChange(vscode.Uri.from({ scheme, path, query })));
      hasListener = true;
      return found;
    };
  }

  watch(uri: vscode.Uri): vscode.Disposable {
    const onChange = () => this.#fireChange(uri);
    let isDisposed = false;
    const pendingWatch = this.#files().then((files) => (isDisposed ? undefined : files.watch(uri, onChange)));
    return new vscode.Disposable(() => {
      isDisposed = true;
      void pendingWatch.then((watch) => watch?.dispose());
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, revision } = await this.#read(uri);
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: revision, size: bytes.length };
    const isEditable = (await this.#files()).isEditable(uri);
    return isEditable ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  willSave({ uri }: vscode.TextDocument, reason: vscode.TextDocumentSaveReason): void {
    if (reason === vscode.TextDocumentSaveReason.Manual) this.#autoSaved.delete(uri.toString());
    else this.#autoSaved.add(uri.toString());
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const isManual = !this.#autoSaved.delete(uri.toString());
    const files = await this.#files();
    if (!files.isEditable(uri)) throw vscode.FileSystemError.NoPermissions(uri);
    await withFileSystemErrors(files.write(uri, bytes, { byHand: isManual }));
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  #fireChange(uri: vscode.Uri): void {
    this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async #read(uri: vscode.Uri) {
    return withFileSystemErrors((await this.#files()).read(uri));
  }
}

/** Converts errors to those of VS Code's file system API. */
async function withFileSystemErrors<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isMissing = error instanceof Error && ["NoSuchDocumentError", "NotFoundError"].includes(error.name);
    throw isMissing ? vscode.FileSystemError.FileNotFound(message) : vscode.FileSystemError.Unavailable(message);
  }
}
