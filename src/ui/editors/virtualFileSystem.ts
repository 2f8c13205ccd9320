import * as vscode from "vscode";
import type { VirtualFiles } from "../../core/documents/virtualFiles.ts";

/** The scheme `fairlead` as files: logs that grow while they are seen, files of versions, and what is edited as a document. */
export class VirtualFileSystem implements vscode.FileSystemProvider {
  readonly #files: () => Promise<VirtualFiles>;
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  /** What the editor is about to save by itself. */
  readonly #unasked = new Set<string>();

  constructor(files: () => Promise<VirtualFiles>, scheme: string) {
    let isHeard = false;
    this.#files = async () => {
      const found = await files();
      if (!isHeard) found.onDidChange(({ path, query }) => this.#changed(vscode.Uri.from({ scheme, path, query })));
      isHeard = true;
      return found;
    };
  }

  watch(uri: vscode.Uri): vscode.Disposable {
    const changed = () => this.#changed(uri);
    let isOver = false;
    const watching = this.#files().then((files) => (isOver ? undefined : files.watch(uri, changed)));
    return new vscode.Disposable(() => {
      isOver = true;
      void watching.then((watch) => watch?.dispose());
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
    if (reason === vscode.TextDocumentSaveReason.Manual) this.#unasked.delete(uri.toString());
    else this.#unasked.add(uri.toString());
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const byHand = !this.#unasked.delete(uri.toString());
    const files = await this.#files();
    if (!files.isEditable(uri)) throw vscode.FileSystemError.NoPermissions(uri);
    await answered(files.write(uri, bytes, { byHand }));
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  #changed(uri: vscode.Uri): void {
    this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async #read(uri: vscode.Uri) {
    return answered((await this.#files()).read(uri));
  }
}

/** Its failures in the form that VS Code knows. */
async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isMissing = error instanceof Error && ["NoSuchDocumentError", "NotFoundError"].includes(error.name);
    throw isMissing ? vscode.FileSystemError.FileNotFound(message) : vscode.FileSystemError.Unavailable(message);
  }
}
