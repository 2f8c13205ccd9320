import { decodeFileBytes } from "../../../contract/filePaths.ts";
import type { FileEntry } from "../../../contract/files.ts";
import type { SkillFile } from "../../../skills/skill.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { checkSubmittedFiles } from "../../registry/fileErrors.ts";
import { findVersionRow, readVersionFiles } from "../../registry/versions.ts";
import { readBlob } from "../../storage/blobs.ts";
import type { SkillRow } from "../../storage/rows/skillRow.ts";
import { createFileListDigest } from "../../storage/sha256Digest.ts";

/** What of a skill is tested. */
export interface TestedSkillFiles {
  readonly files: readonly SkillFile[];
  readonly digest: string;
  /** null: they are in no version. */
  readonly version: string | null;
}

/** The files given, else those of the version asked for, else what the skill is now: its latest version or its draft. */
export function readTestedSkillFiles(
  context: ServiceContext,
  skill: SkillRow,
  asked: { readonly files?: readonly FileEntry[] | undefined; readonly version?: string | undefined },
): TestedSkillFiles {
  if (asked.files && asked.version !== undefined)
    throw new ServiceProblem("invalid_request", "Files and a version cannot be tested at once.", {
      errors: [{ path: "version", message: "Leave it out, or leave out the files." }],
    });
  if (asked.files) return givenFiles(asked.files);
  const version = skill.artifact_id === null ? undefined : findVersionRow(context.db, skill.artifact_id, asked.version);
  if (version && (asked.version !== undefined || version.digest === skill.digest)) {
    const files = readVersionFiles(context.db, version.id).map(({ path, content }) => ({ path, bytes: content }));
    return { files, digest: version.digest, version: version.version };
  }
  if (asked.version !== undefined)
    throw new ServiceProblem("not_found", `"${skill.name}" has no version ${asked.version}.`);
  const files = skill.files_json.map(({ path, digest }) => ({ path, bytes: readBlob(context, digest) }));
  return { files, digest: skill.digest, version: null };
}

function givenFiles(given: readonly FileEntry[]): TestedSkillFiles {
  checkSubmittedFiles(given);
  const files = given.flatMap((file) => {
    const bytes = decodeFileBytes(file);
    return bytes ? [{ path: file.path, bytes }] : [];
  });
  const digest = createFileListDigest(files.map(({ path, bytes }) => ({ path, content: bytes })));
  return { files, digest, version: null };
}
