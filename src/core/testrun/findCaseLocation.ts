import { readDocumentName } from "../../text/documentName.ts";
import { versionFileUri } from "../documents/virtualUris.ts";
import { folderPathUri } from "../foundation/folderPath.ts";
import type { TestSubject } from "./testSubject.ts";

type Location = { readonly path: string; readonly line: number };

/** Where a case is written: in the workspace if its subject is there, else in the version that was tested. Lines count from 1. */
export function findCaseLocation(
  subject: TestSubject,
  { path, line }: Location,
  version: string | null | undefined,
): { readonly uri: string; readonly line: number } | undefined {
  if (subject.kind === "skill") {
    const { folder, skill, name } = subject;
    const uri = folder === undefined ? versionFile(name, skill, version, path) : folderPathUri({ root: folder, path });
    return uri === undefined ? undefined : { uri, line };
  }
  const { server, caseFile } = subject;
  if (caseFile !== undefined && readDocumentName(caseFile) === path) return { uri: caseFile, line };
  const uri = versionFile(server.name, server, version, path);
  return uri === undefined ? undefined : { uri, line };
}

interface Hosted {
  readonly artifactId: string | null;
  readonly latestVersion: string | null;
}

function versionFile(name: string, hosted: Hosted | undefined, version: string | null | undefined, path: string) {
  const wanted = version ?? hosted?.latestVersion;
  if (!hosted || hosted.artifactId === null || !wanted) return undefined;
  return versionFileUri({ name, artifactId: hosted.artifactId, version: wanted, path });
}
