import type { Client } from "../../client/client.ts";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { uriOf } from "../../core/foundation/folderPath.ts";
import type { FileSide } from "../../core/registry/fileDifferences.ts";
import type { CodeFile } from "../../core/registry/versionFiles.ts";
import type { App } from "../app.ts";

interface Hosted {
  readonly name: string;
  readonly artifactId: string;
  readonly version: string;
}

/** The files of a version, to be compared. */
export async function versionSide(app: App, client: Client, hosted: Hosted): Promise<FileSide> {
  const files = await app.versions.list(client, hosted.artifactId, hosted.version);
  return { label: `${hosted.name} ${hosted.version}`, files, uriOf: (path) => versionFileUri({ ...hosted, path }) };
}

/** Files of this machine, by the URI of their folder. */
export function folderSide(label: string, folder: string, files: readonly CodeFile[]): FileSide {
  return { label, files, uriOf: (path) => uriOf({ root: folder, path }) };
}
