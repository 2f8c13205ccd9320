import type { ServiceClient } from "../../client/client.ts";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { folderPathUri } from "../../core/foundation/folderPath.ts";
import type { FileSet } from "../../core/registry/fileDifferences.ts";
import type { CodeFile } from "../../core/registry/versionFiles.ts";
import type { App } from "../app.ts";

interface Hosted {
  readonly name: string;
  readonly artifactId: string;
  readonly version: string;
}

/** The files of a version as a side of a diff. */
export async function readVersionDiffSide(
  app: Pick<App, "versions">,
  client: ServiceClient,
  hosted: Hosted,
): Promise<FileSet> {
  const files = await app.versions.list(client, hosted.artifactId, hosted.version);
  return { label: `${hosted.name} ${hosted.version}`, files, uriOf: (path) => versionFileUri({ ...hosted, path }) };
}

/** Local files, by the URI of their folder. */
export function createFolderDiffSide(label: string, folder: string, files: readonly CodeFile[]): FileSet {
  return { label, files, uriOf: (path) => folderPathUri({ root: folder, path }) };
}
