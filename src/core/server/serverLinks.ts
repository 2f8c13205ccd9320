import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";
import type { OperationChoice } from "./operationFilter.ts";

const madeSchema = z.object({
  /** The server deployed last. */
  last: z.string().exactOptional(),
  /** The server created or deployed last: the default in prompts. */
  used: z.string().exactOptional(),
  /** The server of each document, by URI. */
  documents: z
    .record(z.string(), z.object({ serverId: z.string(), include: z.array(z.string()).exactOptional() }))
    .default({}),
  /** The server of each folder of code, by URI. */
  folders: z.record(z.string(), z.string()).default({}),
});
type Made = z.output<typeof madeSchema>;

/**
 * Links this workspace's documents and folders to the servers of one connection, so that commands do not prompt again.
 */
export interface ServerLinks {
  ofDocument(uri: string): { readonly serverId: string; readonly choice: OperationChoice } | undefined;
  documentOf(serverId: string): string | undefined;
  keepDocument(uri: string, serverId: string, choice: OperationChoice): Promise<void>;
  ofFolder(uri: string): string | undefined;
  /** The folder that a server was last deployed from. */
  folderOf(serverId: string): string | undefined;
  keepFolder(uri: string, serverId: string): Promise<void>;
  last(): string | undefined;
  keepLast(serverId: string): Promise<void>;
  used(): string | undefined;
}

export function openServerLinks(memory: Memory, connectionId: string): ServerLinks {
  const name = `servers:${connectionId}`;
  const read = (): Made => madeSchema.catch({ documents: {}, folders: {} }).parse(memory.read("workspace", name) ?? {});
  const keep = (change: Partial<Made>) => memory.write("workspace", name, { ...read(), ...change });
  return {
    ofDocument: (uri) => {
      const { [uri]: found } = read().documents;
      if (!found) return undefined;
      const { serverId, ...choice } = found;
      return { serverId, choice };
    },
    documentOf: (serverId) =>
      Object.entries(read().documents).findLast(([, document]) => document.serverId === serverId)?.[0],
    keepDocument: (uri, serverId, { include }) => {
      const { [uri]: _, ...documents } = read().documents;
      const entry = { serverId, ...(include && { include: [...include] }) };
      return keep({ documents: { ...documents, [uri]: entry }, used: serverId });
    },
    ofFolder: (uri) => read().folders[uri],
    folderOf: (serverId) => Object.entries(read().folders).findLast(([, id]) => id === serverId)?.[0],
    keepFolder: (uri, serverId) => {
      const { [uri]: _, ...folders } = read().folders;
      return keep({ folders: { ...folders, [uri]: serverId }, used: serverId });
    },
    last: () => read().last,
    keepLast: (serverId) => keep({ last: serverId, used: serverId }),
    used: () => read().used,
  };
}
