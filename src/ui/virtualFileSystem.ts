import * as vscode from "vscode";
import type { VirtualFiles } from "../core/virtualFiles.ts";

/** The scheme `fairlead` as read-only files: logs that grow while they are seen, and files of versions. */
export class VirtualFileSystem implements vscode.FileSystemProvider {
  readonly #files: () => Promise<VirtualFiles>;
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;

  constructor(files: () => Promise<VirtualFiles>) {
    this.#files = files;
  }

  watch(uri: vscode.Uri): vscode.Disposable {
    const changed = () => this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    let isOver = false;
    const watching = this.#files().then((files) => (isOver ? undefined : files.watch(uri, changed)));
    return new vscode.Disposable(() => {
      isOver = true;
      void watching.then((watch) => watch?.dispose());
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, revision } = await this.#read(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: revision, size: bytes.length, permissions };
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

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  async #read(uri: vscode.Uri) {
    try {
      return await (await this.#files()).read(uri);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isMissing = error instanceof Error && ["NoSuchDocumentError", "NotFoundError"].includes(error.name);
      throw isMissing ? vscode.FileSystemError.FileNotFound(message) : vscode.FileSystemError.Unavailable(message);
    }
  }
}
