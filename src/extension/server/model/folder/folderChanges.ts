import type { Server } from "../../../../contract/servers.ts";
import { readDocumentName } from "../../../../text/documentName.ts";
import { isArchived } from "../../../base/archivedState.ts";
import { createEmitter } from "../../../base/emitter.ts";
import { readErrorMessage } from "../../../base/failure.ts";
import { computeContentDigest } from "../../../base/fileDigest.ts";
import type { Disposable, EditorDocuments, Logger } from "../../../base/ports.ts";
import { getServerLinks } from "../serverLinks.ts";
import { locateServerFolders, type ServerFoldersContext } from "./findServerFolder.ts";
import { readServerFolder } from "./folderLink.ts";

/** A folder of code that was edited since its version was saved to it, or made from it. */
export interface FolderChange {
  /** The name of the folder. */
  readonly folder: string;
  readonly version: string;
}

/** `unknown`: the folder does not say which version it has. */
export type FolderState =
  | { readonly kind: "same" | "unknown" }
  | { readonly kind: "changed"; readonly change: FolderChange };

/** Compares a folder, as it is on disk, with its version. Throws if its `fairlead.json` is not valid. */
export async function readFolderState(
  documents: Pick<EditorDocuments, "readFolder">,
  folder: string,
): Promise<FolderState> {
  const name = readDocumentName(folder);
  const { code, link } = readServerFolder(name, await documents.readFolder(folder));
  const { version, digest } = link ?? {};
  if (version === undefined || digest === undefined) return { kind: "unknown" };
  return digest === computeContentDigest(code)
    ? { kind: "same" }
    : { kind: "changed", change: { folder: name, version } };
}

export interface FolderChangesOptions extends ServerFoldersContext {
  readonly documents: ServerFoldersContext["documents"] & Pick<EditorDocuments, "readFolder">;
  /** Calls the listener when a file of the folder may have changed. */
  readonly watchFolder: (uri: string, listener: () => void) => Disposable;
  readonly log: Pick<Logger, "info">;
}

interface FollowedFolder {
  readonly folder: string;
  readonly watch: Disposable;
  found: FolderChange | undefined;
}

/** Finds the servers whose folders were edited. Only folders of servers that a view asks for are read, one at a time. */
export class FolderChanges implements Disposable {
  readonly #options: FolderChangesOptions;
  readonly #followed = new Map<string, FollowedFolder>();
  readonly #changes = createEmitter<void>();
  #isLocated = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: FolderChangesOptions) {
    this.#options = options;
  }

  /** Fires when a check has another result than the one before. */
  onDidChange(listener: () => void): Disposable {
    return this.#changes.on(listener);
  }

  /** The result of the last check. Starts one for a folder that is not known yet. */
  find(server: Server): FolderChange | undefined {
    if (!this.#isLocated) this.#locate();
    const { id } = server;
    const folder = isArchived(server) ? undefined : this.#links().folderOf(id);
    const known = this.#followed.get(id);
    if (known && known.folder === folder) return known.found;
    this.#drop(id);
    if (folder === undefined) return undefined;
    const watch = this.#options.watchFolder(folder, () => this.#enqueue(id, followed));
    const followed: FollowedFolder = { folder, watch, found: undefined };
    this.#followed.set(id, followed);
    this.#enqueue(id, followed);
    return undefined;
  }

  /** Looks for the folders again, and reads them all: not every file system reports its changes. */
  recheck(): void {
    this.#isLocated = false;
    for (const [id, followed] of this.#followed) this.#enqueue(id, followed);
  }

  /** Resolves when the checks that were started have ended. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  /** Drops the servers of a connection. */
  clear(): void {
    this.#isLocated = false;
    for (const id of [...this.#followed.keys()]) this.#drop(id);
  }

  dispose(): void {
    this.clear();
  }

  #links() {
    return getServerLinks(this.#options);
  }

  #drop(id: string): void {
    this.#followed.get(id)?.watch.dispose();
    this.#followed.delete(id);
  }

  /** Folders come with a repository, and move. */
  #locate(): void {
    this.#isLocated = true;
    this.#queue = this.#queue.then(async () => {
      const before = JSON.stringify(this.#links().folders());
      const links = await locateServerFolders(this.#options).catch((error: unknown) =>
        this.#options.log.info(`The folders of servers could not be located: ${readErrorMessage(error)}`),
      );
      if (links && JSON.stringify(links.folders()) !== before) this.#changes.emit();
    });
  }

  #enqueue(id: string, followed: FollowedFolder): void {
    this.#queue = this.#queue.then(() => this.#check(id, followed));
  }

  async #check(id: string, followed: FollowedFolder): Promise<void> {
    const isCurrent = () => this.#followed.get(id) === followed;
    if (!isCurrent()) return;
    const { documents, log } = this.#options;
    let found: FolderChange | undefined;
    try {
      const state = await readFolderState(documents, followed.folder);
      if (state.kind === "changed") found = state.change;
    } catch (error) {
      const name = readDocumentName(followed.folder);
      log.info(`Whether ${name} differs from the version of ${id} is not known: ${readErrorMessage(error)}`);
    }
    if (!isCurrent() || found?.version === followed.found?.version) return;
    followed.found = found;
    this.#changes.emit();
  }
}
