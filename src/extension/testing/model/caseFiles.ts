import * as z from "zod";
import type { EditorDocuments, Memory } from "../../base/ports.ts";
import { locateServerFolders, type ServerFoldersContext } from "../../server/model/folder/findServerFolder.ts";
import { openServerLinks } from "../../server/model/serverLinks.ts";

const linksSchema = z.record(z.string(), z.string()).catch({});

type CaseFileServers = ReturnType<typeof openCaseFileServers>;

/** Links the workspace's case files to servers. */
export function openCaseFileServers(memory: Memory, connectionId: string) {
  const name = `caseFiles:${connectionId}`;
  const made = openServerLinks(memory, connectionId);
  const read = () => linksSchema.parse(memory.read("workspace", name) ?? {});
  return {
    /** The linked server, else the server whose code folder contains the file. */
    serverOf: (uri: string): string | undefined => {
      const storedServer = read()[uri];
      if (storedServer !== undefined) return storedServer;
      for (let end = uri.lastIndexOf("/"); end > 0; end = uri.lastIndexOf("/", end - 1)) {
        const serverId = made.ofFolder(uri.slice(0, end));
        if (serverId !== undefined) return serverId;
      }
      return undefined;
    },
    save: (uri: string, serverId: string): Promise<void> =>
      memory.write("workspace", name, { ...read(), [uri]: serverId }),
  };
}

/** The links of case files at the active connection, after the folders of servers were located. */
export async function getCaseFileServers(app: ServerFoldersContext): Promise<CaseFileServers> {
  await locateServerFolders(app);
  return openCaseFileServers(app.memory, app.connections.scope() ?? "");
}

/** The case file of a server in the workspace; the one nearest to the root. */
export async function findCaseFile(
  app: ServerFoldersContext & { readonly documents: Pick<EditorDocuments, "findCaseFiles"> },
  serverId: string,
): Promise<string | undefined> {
  const caseFileServers = await getCaseFileServers(app);
  const depth = (uri: string) => uri.split("/").length;
  const found = (await app.documents.findCaseFiles()).filter((uri) => caseFileServers.serverOf(uri) === serverId);
  return found.toSorted((one, other) => depth(one) - depth(other))[0];
}
