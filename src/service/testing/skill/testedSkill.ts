import * as z from "zod";
import { fileBytes } from "../../../contract/filePaths.ts";
import type { File } from "../../../contract/files.ts";
import type { SkillFile } from "../../../skills/model.ts";
import { readBlob } from "../../blobs.ts";
import type { ServiceContext } from "../../context.ts";
import { listDigest } from "../../digest.ts";
import { fileErrors } from "../../fileErrors.ts";
import { ServiceProblem } from "../../problem.ts";
import { json } from "../../rows/json.ts";
import { findVersion, versionFiles } from "../../versions.ts";

const testedSkillRow = z.object({
  id: z.string(),
  name: z.string(),
  artifact_id: z.string().nullable(),
  digest: z.string(),
  files_json: json(z.array(z.looseObject({ path: z.string(), digest: z.string() }))),
});
type TestedSkill = z.output<typeof testedSkillRow>;

/** What of a skill is tested. */
export interface TestedFiles {
  readonly files: readonly SkillFile[];
  readonly digest: string;
  /** null: they are in no version. */
  readonly version: string | null;
}

/** The skill, if it is the organization's. */
export function requireTestedSkill(context: ServiceContext, organizationId: string, id: string): TestedSkill {
  const sql = `SELECT s.id, s.name, s.artifact_id, s.digest, s.files_json FROM skills s JOIN projects p ON p.id = s.project_id
    WHERE s.id = ? AND p.organization_id = ?`;
  const row = context.db.get(testedSkillRow, sql, id, organizationId);
  if (!row) throw new ServiceProblem("not_found", `There is no skill "${id}".`);
  return row;
}

/** The files given, else those of the version asked for, else what the skill is now: its latest version or its draft. */
export function testedFiles(
  context: ServiceContext,
  skill: TestedSkill,
  asked: { readonly files?: readonly File[] | undefined; readonly version?: string | undefined },
): TestedFiles {
  if (asked.files && asked.version !== undefined)
    throw new ServiceProblem("invalid_request", "Files and a version cannot be tested at once.", {
      errors: [{ path: "version", message: "Leave it out, or leave out the files." }],
    });
  if (asked.files) return givenFiles(asked.files);
  const version = skill.artifact_id === null ? undefined : findVersion(context.db, skill.artifact_id, asked.version);
  if (version && (asked.version !== undefined || version.digest === skill.digest)) {
    const files = versionFiles(context.db, version.id).map(({ path, content }) => ({ path, bytes: content }));
    return { files, digest: version.digest, version: version.version };
  }
  if (asked.version !== undefined)
    throw new ServiceProblem("not_found", `"${skill.name}" has no version ${asked.version}.`);
  const files = skill.files_json.map(({ path, digest }) => ({ path, bytes: readBlob(context, digest) }));
  return { files, digest: skill.digest, version: null };
}

function givenFiles(given: readonly File[]): TestedFiles {
  const errors = fileErrors(given, "files");
  if (errors.length > 0) throw new ServiceProblem("invalid_request", "The files cannot be used.", { errors });
  const files = given.flatMap((file) => {
    const bytes = fileBytes(file);
    return bytes ? [{ path: file.path, bytes }] : [];
  });
  const digest = listDigest(files.map(({ path, bytes }) => ({ path, content: bytes })));
  return { files, digest, version: null };
}
