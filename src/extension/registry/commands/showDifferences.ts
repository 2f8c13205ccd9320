import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { SurfaceChange } from "../../../surface/surfaceChange.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { folderPathUri } from "../../base/folderPath.ts";
import { showMessage } from "../../base/showMessage.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import { type FileSet, findFileDifferences } from "../model/fileDifferences.ts";
import { type ComparedVersions, formatToolChanges } from "../model/formatToolChanges.ts";
import type { RegistryServices } from "../registryServices.ts";

/** Compares all files that differ, or reports that none does. */
export async function showDifferences(app: EditorServices, left: FileSet, right: FileSet): Promise<void> {
  const pairs = findFileDifferences(left, right);
  if (pairs.length === 0) {
    showMessage(app, "info", l10n.t`${right.label} and ${left.label} are the same.`);
    return;
  }
  await app.documents.compare(`${left.label} ↔ ${right.label}`, pairs);
}

/** Opens what differs for callers between the tools of two versions. `more` stands at its end. */
export async function showToolChanges(
  { documents }: EditorServices,
  compared: ComparedVersions,
  changes: readonly SurfaceChange[],
  more = "",
): Promise<AsyncDisposable> {
  const { name, before, after } = compared;
  return documents.showMarkdown(`${formatToolChanges(compared, changes)}${more}`, `${name} ${before} → ${after}.md`);
}

interface Hosted {
  readonly name: string;
  readonly artifactId: string;
  readonly version: string;
}

/** The files of a version as a side of a diff. */
export async function readVersionDiffSide(
  app: RegistryServices,
  client: ServiceClient,
  hosted: Hosted,
): Promise<FileSet> {
  const files = await app.versions.list(client, hosted.artifactId, hosted.version);
  return { label: `${hosted.name} ${hosted.version}`, files, uriOf: (path) => versionFileUri({ ...hosted, path }) };
}

/** Local files, by the URI of their folder. */
export function createFolderDiffSide(label: string, folder: string, files: readonly FileContent[]): FileSet {
  return { label, files, uriOf: (path) => folderPathUri({ root: folder, path }) };
}
