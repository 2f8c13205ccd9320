import type { EditorDocuments } from "../../base/ports.ts";
import { locateServerFolders, type ServerFoldersContext } from "../../server/model/folder/findServerFolder.ts";
import { type CaseFileServers, openCaseFileServers } from "./caseFileServers.ts";

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
