import * as z from "zod";
import type { Memory } from "../../base/ports.ts";
import type { Connections } from "../../connection/model/connections.ts";
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

export type ServerLinks = ReturnType<typeof openServerLinks>;

type FolderServers = Readonly<Record<string, string>>;

function putLast(folders: FolderServers, uri: string, serverId: string): FolderServers {
  const { [uri]: _, ...others } = folders;
  return { ...others, [uri]: serverId };
}

/** Links this workspace's documents and folders to the servers of one connection, so that commands do not prompt again. */
export function openServerLinks(memory: Memory, connectionId: string) {
  const name = `servers:${connectionId}`;
  const read = (): StoredLinks =>
    linksSchema.catch({ documents: {}, folders: {}, usedFolders: {} }).parse(memory.read("workspace", name) ?? {});
  const save = (change: Partial<StoredLinks>) => memory.write("workspace", name, { ...read(), ...change });
  return {
    ofDocument: (uri: string): DocumentLink | undefined => {
      const { [uri]: found } = read().documents;
      if (!found) return undefined;
      const { serverId, unchosen, ...choice } = found;
      return { serverId, choice, ...(unchosen && { unchosen }) };
    },
    documentOf: (serverId: string): string | undefined =>
      Object.entries(read().documents).findLast(([, document]) => document.serverId === serverId)?.[0],
    saveDocument: (
      uri: string,
      { serverId, choice: { include, constants }, unchosen }: DocumentLink,
    ): Promise<void> => {
      const { [uri]: _, ...documents } = read().documents;
      const entry = {
        serverId,
        ...(include && { include: [...include] }),
        ...(unchosen && { unchosen: [...unchosen] }),
        ...(constants && { constants }),
      };
      return save({ documents: { ...documents, [uri]: entry }, used: serverId });
    },
    ofFolder: (uri: string): string | undefined => read().folders[uri],
    /** The folder that a server was last deployed from or saved to. */
    folderOf: (serverId: string): string | undefined =>
      Object.entries(read().folders).findLast(([, id]) => id === serverId)?.[0],
    saveFolder: (uri: string, serverId: string): Promise<void> => {
      const { folders, usedFolders } = read();
      const used = Object.entries(putLast(usedFolders, uri, serverId)).slice(-maximumUsedFolders);
      const saved = { folders: putLast(folders, uri, serverId), usedFolders: Object.fromEntries(used) };
      return save({ ...saved, used: serverId });
    },
    /** Whether the user saved the server to the folder or deployed it from there, in this workspace. */
    hasUsedFolder: (uri: string, serverId: string): boolean => {
      const { usedFolders } = read();
      return Object.hasOwn(usedFolders, uri) && usedFolders[uri] === serverId;
    },
    /** All folders with their servers, the one used last at the end. */
    folders: (): FolderServers => read().folders,
    replaceFolders: (folders: FolderServers): Promise<void> => save({ folders: { ...folders } }),
    parentFolder: () => read().parentFolder,
    saveParentFolder: (parentFolder: string): Promise<void> => save({ parentFolder }),
    last: () => read().last,
    saveLastDeployed: (serverId: string): Promise<void> => save({ last: serverId, used: serverId }),
    used: () => read().used,
  };
}

interface ServerLinksContext {
  readonly memory: Memory;
  readonly connections: Pick<Connections, "scope">;
}

/** This workspace's links to servers of the active connection. */
export function getServerLinks({ memory, connections }: ServerLinksContext): ServerLinks {
  return openServerLinks(memory, connections.scope() ?? "");
}
