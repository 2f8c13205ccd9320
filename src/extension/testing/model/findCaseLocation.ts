import type { Server } from "../../../contract/servers.ts";
import type { Skill } from "../../../contract/skills.ts";
import type { TestCase } from "../../../contract/testRuns.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { folderPathUri } from "../../base/folderPath.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import type { TestSubject } from "./testSubject.ts";

type Location = { readonly path: string; readonly line: number };

/** The location of a case, when the service reports file and line. */
export function readCaseLocation({ location }: Pick<TestCase, "location">): Location | undefined {
  const { path, line } = location ?? {};
  return path === undefined || line === undefined ? undefined : { path, line };
}

/** `cases.yaml:12`, or the parts that the service reports. */
export function formatCaseLocation({ location }: Pick<TestCase, "location">): string | undefined {
  return [location?.path, location?.line].filter((part) => part !== undefined).join(":") || undefined;
}

/**
 * The location of a case: in the workspace if its subject is there, else in the tested version. Lines are one-based.
 */
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

type Hosted = Pick<Server | Skill, "artifactId" | "latestVersion">;

function versionFile(name: string, hosted: Hosted | undefined, version: string | null | undefined, path: string) {
  const searchedVersion = version ?? hosted?.latestVersion;
  if (!hosted?.artifactId || !searchedVersion) return undefined;
  return versionFileUri({ name, artifactId: hosted.artifactId, version: searchedVersion, path });
}
