import type { ServiceClient } from "../../../client/client.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { findSourceFile, findSourceLocations } from "../../../text/position/sourceLocations.ts";
import { createClientCache } from "../../base/clientCache.ts";
import { folderPathUri } from "../../base/folderPath.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import { findServerFolder, type ServerFoldersContext } from "../../server/model/folder/findServerFolder.ts";
import { isSameContent } from "../../server/model/folder/mergeServerFolder.ts";
import { readServer } from "../../server/model/readServer.ts";

/** A part of a text that names a line of a deployed file. */
export interface SourceLink {
  readonly start: number;
  readonly end: number;
  readonly deploymentId: string;
  readonly file: string;
  /** Both are zero-based. */
  readonly line: number;
  readonly column: number;
}

export type SourceLinks = ReturnType<typeof createSourceLinks>;

export interface SourceLinksOptions extends ServerFoldersContext {
  readonly client: () => Promise<ServiceClient | undefined>;
  readonly versions: VersionFiles;
}

interface ServerVersion {
  readonly serverId: string;
  /** The server's name. */
  readonly name: string;
  readonly artifactId: string;
  readonly version: string;
}

/** The number of deployments whose version is remembered. */
const most = 50;

/** Finds the files that paths in the output of deployed servers name. */
export function createSourceLinks(parts: SourceLinksOptions) {
  const { client, versions } = parts;
  const cache = createClientCache<ServerVersion | undefined>(most);
  const read = async (deploymentId: string) => {
    const connected = await client();
    if (!connected) return undefined;
    const version = await cache(connected, deploymentId, () => readDeployedVersion(connected, deploymentId));
    if (!version) return undefined;
    return { ...version, files: await versions.list(connected, version.artifactId, version.version) };
  };
  /** The files of the deployed version; empty if they are not known. */
  const files = async (deploymentId: string): Promise<readonly string[]> =>
    (await read(deploymentId))?.files.map(({ path }) => path) ?? [];
  return {
    files,
    find: async (text: string, deploymentId: string): Promise<readonly SourceLink[]> => {
      const locations = findSourceLocations(text);
      const paths = locations.length > 0 ? await files(deploymentId) : [];
      return locations.flatMap(({ start, end, path, line, column = 1 }) => {
        const file = findSourceFile(path, paths, deploymentId);
        return file === undefined ? [] : [{ start, end, deploymentId, file, line: line - 1, column: column - 1 }];
      });
    },
    /** The URI of a deployed file, as `locateVersionFile` chooses it; undefined if the file is not known. */
    locate: async ({ deploymentId, file: path }: Pick<SourceLink, "deploymentId" | "file">) => {
      const version = await read(deploymentId);
      const file = version?.files.find((one) => one.path === path);
      return version && file && locateVersionFile(parts, version, file);
    },
  };
}

/** The URI of a version's file: the one of the server's folder if it is the same, else the read-only one of the version. */
export async function locateVersionFile(
  context: ServerFoldersContext,
  version: ServerVersion,
  { path, bytes }: FileContent,
): Promise<string> {
  const folder = await findServerFolder(context, version.serverId);
  const own = folder === undefined ? undefined : folderPathUri({ root: folder, path });
  const isSame = own !== undefined && isSameContent(await context.documents.readFile(own), bytes);
  return own !== undefined && isSame ? own : versionFileUri({ ...version, path });
}

async function readDeployedVersion(client: ServiceClient, deploymentId: string): Promise<ServerVersion | undefined> {
  const { serverId, version } = await client.call("deployment.get", { id: deploymentId });
  const server = await readServer(client, serverId);
  if (!server?.artifactId || version === undefined) return undefined;
  return { serverId: server.id, name: server.name, artifactId: server.artifactId, version };
}
