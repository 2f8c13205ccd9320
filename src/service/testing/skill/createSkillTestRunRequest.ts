import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { FileEntry } from "../../../contract/files.ts";
import { decodeFileBytes } from "../../../contract/files.ts";
import type { SkillFile } from "../../../skills/skill.ts";
import { readSkillCases, selectCases } from "../../../testcases/readSkillCases.ts";
import type { ServiceCall, ServiceContext } from "../../context.ts";
import { createSecretMask } from "../../deployments/process/processEnvironment.ts";
import { requireSkillRow } from "../../handlers/skillHandlers.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { checkSubmittedFiles } from "../../registry/fileErrors.ts";
import { findVersionRow, readVersionFiles } from "../../registry/versions.ts";
import { readBlob } from "../../storage/blobs.ts";
import type { SkillRow } from "../../storage/rows/skillRow.ts";
import { createFileListDigest } from "../../storage/sha256Digest.ts";
import { readRequestedTimeoutMs } from "../caseTimeout.ts";
import { maskTestPlan } from "../maskTestPlan.ts";
import type { TestRunRequest } from "../testRunRegistry.ts";
import { planSkillTestRun } from "./planSkillTestRun.ts";

/** A run of a skill's cases, as asked for. The model's key stays in memory and is taken out of whatever is kept. */
export function createSkillTestRunRequest(
  context: ServiceContext,
  { input, caller }: ServiceCall<"skillTestRuns.start">,
): TestRunRequest {
  const { cases, model } = input;
  const skill = requireSkillRow(context, caller.organizationId, input.id);
  const { files, digest, version } = readTestedSkillFiles(context, skill, input);
  const planned = selectCases(readSkillCases(files), cases);
  const id = context.newId("run_");
  const mask = createSecretMask(model?.key === undefined ? [] : [model.key]);
  return {
    run: {
      id,
      serverId: null,
      skillId: skill.id,
      version,
      digest,
      partial: cases !== undefined,
      triggeredBy: caller.userName,
    },
    cases: planned.map(({ id: caseId, name, kind, location = null }) => ({ id: caseId, name, kind, location })),
    timeoutMs: readRequestedTimeoutMs(context, caller, input),
    plan: async (signal) => {
      const folder = join(context.workDir, id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The permission model compares real paths.
      const workDir = await realpath(folder);
      const order = { files, model, workDir, name: skill.name, ...(cases && { cases }) };
      return maskTestPlan(await planSkillTestRun(order, signal), mask);
    },
  };
}

/** What of a skill is tested. */
interface TestedSkillFiles {
  readonly files: readonly SkillFile[];
  readonly digest: string;
  /** null: they are in no version. */
  readonly version: string | null;
}

/** The files given, else those of the version asked for, else what the skill is now: its latest version or its draft. */
function readTestedSkillFiles(
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
