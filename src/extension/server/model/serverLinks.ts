import * as z from "zod";
import type { Memory } from "../../base/ports.ts";
import type { OperationChoice } from "./operations/operationFilter.ts";

const linksSchema = z.object({
  /** The server deployed last. */
  last: z.string().exactOptional(),
  /** The server created or deployed last: the default in prompts. */
  used: z.string().exactOptional(),
  /** The server of each document, by URI. */
  documents: z
    .record(
      z.string(),
      z.object({
        serverId: z.string(),
        include: z.array(z.string()).exactOptional(),
        unchosen: z.array(z.string()).exactOptional(),
        constants: z.record(z.string(), z.boolean()).exactOptional(),
      }),
    )
    .default({}),
  /** Where the folders of servers were seen, by URI. The folders name their servers themselves, in `fairlead.json`. */
  folders: z.record(z.string(), z.string()).default({}),
  /** Those of the folders that the user saved to or deployed from here, not only got with a repository; the newest last. */
  usedFolders: z.record(z.string(), z.string()).default({}),
  /** The folder that got the last folder of code. */
  parentFolder: z.string().exactOptional(),
});

const maximumUsedFolders = 100;

type StoredLinks = z.output<typeof linksSchema>;

interface DocumentLink {
  readonly serverId: string;
  readonly choice: OperationChoice;
  /** The filters of the document's other operations at the last generation; undefined: not known. */
  readonly unchosen?: readonly string[] | undefined;
}

/**
 * Links this workspace's documents and folders to the servers of one connection, so that commands do not prompt again.
 */
export interface ServerLinks {
  ofDocument(uri: string): DocumentLink | undefined;
  documentOf(serverId: string): string | undefined;
  saveDocument(uri: string, link: DocumentLink): Promise<void>;
  ofFolder(uri: string): string | undefined;
  /** The folder that a server was last deployed from or saved to. */
  folderOf(serverId: string): string | undefined;
  saveFolder(uri: string, serverId: string): Promise<void>;
  /** Whether the user saved the server to the folder or deployed it from there, in this workspace. */
  hasUsedFolder(uri: string, serverId: string): boolean;
  /** All folders with their servers, the one used last at the end. */
  folders(): Readonly<Record<string, string>>;
  replaceFolders(folders: Readonly<Record<string, string>>): Promise<void>;
  parentFolder(): string | undefined;
  saveParentFolder(uri: string): Promise<void>;
  last(): string | undefined;
  saveLastDeployed(serverId: string): Promise<void>;
  used(): string | undefined;
}

type FolderServers = Readonly<Record<string, string>>;

function putLast(folders: FolderServers, uri: string, serverId: string): FolderServers {
  const { [uri]: _, ...others } = folders;
  return { ...others, [uri]: serverId };
}

export function openServerLinks(memory: Memory, connectionId: string): ServerLinks {
  const name = `servers:${connectionId}`;
  const read = (): StoredLinks =>
    linksSchema.catch({ documents: {}, folders: {}, usedFolders: {} }).parse(memory.read("workspace", name) ?? {});
  const save = (change: Partial<StoredLinks>) => memory.write("workspace", name, { ...read(), ...change });
  return {
    ofDocument: (uri) => {
      const { [uri]: found } = read().documents;
      if (!found) return undefined;
      const { serverId, unchosen, ...choice } = found;
      return { serverId, choice, ...(unchosen && { unchosen }) };
    },
    documentOf: (serverId) =>
      Object.entries(read().documents).findLast(([, document]) => document.serverId === serverId)?.[0],
    saveDocument: (uri, { serverId, choice: { include, constants }, unchosen }) => {
      const { [uri]: _, ...documents } = read().documents;
      const entry = {
        serverId,
        ...(include && { include: [...include] }),
        ...(unchosen && { unchosen: [...unchosen] }),
        ...(constants && { constants }),
      };
      return save({ documents: { ...documents, [uri]: entry }, used: serverId });
    },
    ofFolder: (uri) => read().folders[uri],
    folderOf: (serverId) => Object.entries(read().folders).findLast(([, id]) => id === serverId)?.[0],
    saveFolder: (uri, serverId) => {
      const { folders, usedFolders } = read();
      const used = Object.entries(putLast(usedFolders, uri, serverId)).slice(-maximumUsedFolders);
      const saved = { folders: putLast(folders, uri, serverId), usedFolders: Object.fromEntries(used) };
      return save({ ...saved, used: serverId });
    },
    hasUsedFolder: (uri, serverId) => {
      const { usedFolders } = read();
      return Object.hasOwn(usedFolders, uri) && usedFolders[uri] === serverId;
    },
    folders: () => read().folders,
    replaceFolders: (folders) => save({ folders: { ...folders } }),
    parentFolder: () => read().parentFolder,
    saveParentFolder: (parentFolder) => save({ parentFolder }),
    last: () => read().last,
    saveLastDeployed: (serverId) => save({ last: serverId, used: serverId }),
    used: () => read().used,
  };
}
