import { type CaseFileServers, caseFileServers } from "../../core/testrun/caseFileServers.ts";
import type { App } from "../app.ts";

/** What is known of case files at the active connection. */
export function knownCaseFiles(app: Pick<App, "memory" | "connections">): CaseFileServers {
  return caseFileServers(app.memory, app.connections.scope() ?? "");
}

/** The case file of a server in the workspace; the one nearest to the top. */
export async function caseFileOf(app: App, serverId: string): Promise<string | undefined> {
  const known = knownCaseFiles(app);
  const depth = (uri: string) => uri.split("/").length;
  const found = (await app.documents.findCaseFiles()).filter((uri) => known.serverOf(uri) === serverId);
  return found.toSorted((one, other) => depth(one) - depth(other))[0];
}
