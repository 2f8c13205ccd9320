import type { FileContent } from "../../text/files/fileContent.ts";

/** A folder below a root: `root` is a trusted URI, `path` is `/` separated and empty for the root itself. */
export interface FolderPath {
  readonly root: string;
  readonly path: string;
}

/** A folder whose agents read the skills installed below it. */
export interface SkillRoot {
  readonly scope: "workspace" | "user";
  readonly uri: string;
  readonly name: string;
}

/** Folders that skills are installed into: local files, never reached through a link that leaves the root. */
export interface SkillFolders {
  /** Identifies this machine. */
  readonly machine: string;
  /** The workspace folders, then the home folder. */
  roots(): readonly SkillRoot[];
  /** Files without the ignored ones, except those named in `always`; undefined when the folder does not exist. */
  read(folder: FolderPath, always?: readonly string[]): Promise<readonly FileContent[] | undefined>;
  /** One file; undefined when it does not exist. */
  readFile(folder: FolderPath): Promise<Uint8Array | undefined>;
  /** Whether a folder exists at the path, also through a link. */
  isFolder(folder: FolderPath): Promise<boolean>;
  /** Checks everything before the first write; a failure leaves each file either old or new. */
  change(
    folder: FolderPath,
    change: { readonly write?: readonly FileContent[]; readonly remove?: readonly string[] },
  ): Promise<void>;
  /** Removes a link when it leads to the target; returns whether it did. */
  removeLink(link: FolderPath, target: FolderPath): Promise<boolean>;
  createLink(link: FolderPath, target: FolderPath): Promise<void>;
}
