import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";
import { openServerLinks } from "../server/serverLinks.ts";

const rememberedSchema = z.record(z.string(), z.string()).catch({});

/** Which server a case file of the workspace is for. */
export interface CaseFileServers {
  /** The remembered one, else the one that the folder around it is the code of. */
  serverOf(uri: string): string | undefined;
  keep(uri: string, serverId: string): Promise<void>;
}

export function openCaseFileServers(memory: Memory, connectionId: string): CaseFileServers {
  const name = `caseFiles:${connectionId}`;
  const made = openServerLinks(memory, connectionId);
  const read = () => rememberedSchema.parse(memory.read("workspace", name) ?? {});
  return {
    serverOf: (uri) => {
      const known = read()[uri];
      if (known !== undefined) return known;
      for (let end = uri.lastIndexOf("/"); end > 0; end = uri.lastIndexOf("/", end - 1)) {
        const serverId = made.ofFolder(uri.slice(0, end));
        if (serverId !== undefined) return serverId;
      }
      return undefined;
    },
    keep: (uri, serverId) => memory.write("workspace", name, { ...read(), [uri]: serverId }),
  };
}
