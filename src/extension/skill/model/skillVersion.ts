import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { hasKnownName } from "../../../contract/received.ts";
import { readSkill } from "../../../skills/readSkill.ts";
import { findPathProblems } from "../../../text/filePaths.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { findFolderNameProblem, findReservedNameProblem } from "../../../text/files/folderRules.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import { CommandError } from "../../base/failure.ts";
import { computeContentDigest } from "../../base/fileDigest.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";

/** The files of a skill that are installed. */
export interface InstallableSkill {
  /** The skill's name, which is also its folder's name. */
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly files: readonly FileContent[];
}

/** A version that a service holds. */
export interface SkillVersion extends InstallableSkill {
  readonly skillId: string;
  readonly artifactId: string;
}

interface Wanted {
  readonly skillId: string;
  readonly name: string;
  readonly artifactId: string;
  readonly version: string;
  /** The digest that the service reports. */
  readonly digest: string | undefined;
}

/** Downloads a version and checks it, because the service may not be trusted. */
export async function fetchSkillVersion(
  versions: VersionFiles,
  client: ServiceClient,
  wanted: Wanted,
  signal?: AbortSignal,
): Promise<SkillVersion> {
  const { artifactId, version, digest } = wanted;
  const files = await versions.list(client, artifactId, version, signal);
  const name = readFolderName(wanted, files);
  const called = `${name} ${version}`;
  const reserved = files.flatMap(({ path }) => {
    const message = findReservedNameProblem(path);
    return message === undefined ? [] : { path, message };
  });
  const [bad] = [...findPathProblems(files.map(({ path }) => path)), ...reserved];
  if (bad) throw new CommandError(l10n.t`Nothing of ${called} was written, because of "${bad.path}". ${bad.message}`);
  const found = computeContentDigest(files);
  // Other services may compute digests differently, so only this format is checked.
  const isCheckable = digest !== undefined && /^sha256:[0-9a-f]{64}$/.test(digest);
  if (isCheckable && found !== digest) {
    throw new CommandError(
      l10n.t`Nothing of ${called} was written: its files have digest ${found} instead of ${digest}.`,
    );
  }
  return { ...wanted, name, digest: found, files };
}

/** The name that the service says, else that of `SKILL.md`. */
function readFolderName({ skillId: id, name: called, version }: Wanted, files: readonly FileContent[]): string {
  const name = hasKnownName({ id, name: called }) ? called : readSkill(files)?.name;
  if (name === undefined)
    throw new CommandError(
      l10n.t`Nothing of ${called} ${version} was written: neither the service nor its SKILL.md says its name.`,
    );
  const problem = findFolderNameProblem(name);
  if (problem === undefined) return name;
  throw new CommandError(l10n.t`"${toVisibleText(name)}" cannot be a folder's name. ${problem}`);
}
