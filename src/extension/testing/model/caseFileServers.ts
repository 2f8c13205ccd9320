import * as z from "zod";
import type { Memory } from "../../base/ports.ts";
import { openServerLinks } from "../../server/model/serverLinks.ts";

const linksSchema = z.record(z.string(), z.string()).catch({});

/** Links the workspace's case files to servers. */
export interface CaseFileServers {
  /** The linked server, else the server whose code folder contains the file. */
  serverOf(uri: string): string | undefined;
  save(uri: string, serverId: string): Promise<void>;
}

export function openCaseFileServers(memory: Memory, connectionId: string): CaseFileServers {
  const name = `caseFiles:${connectionId}`;
  const made = openServerLinks(memory, connectionId);
  const read = () => linksSchema.parse(memory.read("workspace", name) ?? {});
  return {
    serverOf: (uri) => {
      const storedServer = read()[uri];
      if (storedServer !== undefined) return storedServer;
      for (let end = uri.lastIndexOf("/"); end > 0; end = uri.lastIndexOf("/", end - 1)) {
        const serverId = made.ofFolder(uri.slice(0, end));
        if (serverId !== undefined) return serverId;
      }
      return undefined;
    },
    save: (uri, serverId) => memory.write("workspace", name, { ...read(), [uri]: serverId }),
  };
}
