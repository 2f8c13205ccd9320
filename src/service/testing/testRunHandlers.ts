import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { decodeFileBytes, type FileEntry } from "../../contract/files.ts";
import { selectSkillCases } from "../../testcases/readSkillCases.ts";
import type { FileContent } from "../../text/files/fileContent.ts";
import { isLoopbackHostname } from "../../text/hosts/isLoopbackHostname.ts";
import type { Caller, OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import type { DeploymentSupervisor } from "../deployments/lifecycle/deploymentSupervisor.ts";
import { requireServerRow } from "../handlers/serverHandlers.ts";
import { requireOpenSkillRow, requireSkillRow } from "../handlers/skillHandlers.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { checkSubmittedFiles } from "../registry/versionContent.ts";
import { findVersionRow, readVersionFiles } from "../registry/versions.ts";
import { readBlob } from "../storage/blobs.ts";
import type { SkillRow } from "../storage/rows/skillRow.ts";
import { toTestRun } from "../storage/rows/testRunRow.ts";
import { createFileListDigest } from "../storage/sha256Digest.ts";
import { consumeQuota } from "../usage/usageQuota.ts";
import { createServerTestRunRequest } from "./server/planServerTestRun.ts";
import type { ServerTestTargetContext } from "./server/serverTestTarget.ts";
import { planSkillTestRun } from "./skill/planSkillTestRun.ts";
import { createTaskServers } from "./skill/taskServers.ts";
import type { TestRunRegistry, TestRunRequest } from "./testRunRegistry.ts";
import { readRequestedTimeoutMs } from "./testRunStore.ts";

type Names = `${"server" | "skill"}TestRuns.${"list" | "start"}` | `${"server" | "skill"}TestRun.get`;

export function testRunHandlers(
  context: ServiceContext,
  supervisor: Pick<DeploymentSupervisor, "live" | "find" | "store" | "accounts">,
  runs: TestRunRegistry,
): OperationHandlers<Names> {
  return {
    "serverTestRuns.list": ({ input, caller }) => {
      requireServerRow(context, caller.organizationId, input.id);
      return list(runs, "r.server_id = ?", input);
    },
    "serverTestRuns.start": (call) =>
      start(context, runs, call.caller, createServerTestRunRequest(context, supervisor, call)),
    "serverTestRun.get": (call) => read(runs, call, "servers o ON o.id = r.server_id"),
    "skillTestRuns.list": ({ input, caller }) => {
      requireSkillRow(context, caller.organizationId, input.id);
      return list(runs, "r.skill_id = ?", input);
    },
    "skillTestRuns.start": (call) =>
      start(context, runs, call.caller, createSkillTestRunRequest({ context, supervisor }, call)),
    "skillTestRun.get": (call) => read(runs, call, "skills o ON o.id = r.skill_id"),
  };
}

function start(context: ServiceContext, runs: TestRunRegistry, { organizationId }: Caller, request: TestRunRequest) {
  consumeQuota(context, organizationId, "testRuns");
  return runs.start(request);
}

function list({ store }: TestRunRegistry, ownerCondition: string, input: ServiceCall<"serverTestRuns.list">["input"]) {
  return readItemPage(input, {
    id: "r.id",
    conditions: [
      [ownerCondition, input.id],
      ["r.version = ?", input.version],
      ["r.digest = ?", input.digest],
      ["r.status = ?", input.status],
    ],
    read: store.rows,
    toItem: toTestRun,
  });
}

/** `owner` joins the tested server or skill, which must belong to the caller's organization. */
function read(
  { store }: TestRunRegistry,
  { input, caller }: { readonly input: { readonly id: string; readonly since: number }; readonly caller: Caller },
  owner: string,
) {
  const sql = `JOIN ${owner} JOIN projects p ON p.id = o.project_id WHERE r.id = ? AND p.organization_id = ?`;
  const [row] = store.rows(sql, input.id, caller.organizationId);
  if (!row) throw new ServiceProblem("not_found", `There is no such test run "${input.id}".`);
  return { ...toTestRun(row), cases: store.cases(row.id, input.since) };
}

/** Creates a run of a skill's cases. The model's key stays in memory and is masked in everything that is stored. */
function createSkillTestRunRequest(
  targetContext: ServerTestTargetContext,
  { input, caller }: ServiceCall<"skillTestRuns.start">,
): TestRunRequest {
  const { context } = targetContext;
  const { cases, model, evaluation } = input;
  const repeats = evaluation?.repeats;
  const skill = requireOpenSkillRow(context, caller.organizationId, input.id);
  if (model?.agent !== undefined) checkAgentAccess(context, model.baseUrl);
  const { files, digest, version } = readTestedSkillFiles(context, skill, input);
  const planned = selectSkillCases(files, { repeats, cases });
  const id = context.newId("run_");
  return {
    run: {
      id,
      serverId: null,
      skillId: skill.id,
      version,
      digest,
      partial: cases !== undefined,
      triggeredBy: caller.userName,
      evaluation,
    },
    cases: planned.map(({ id: caseId, name, kind, location = null }) => ({ id: caseId, name, kind, location })),
    timeoutMs: readRequestedTimeoutMs(context, caller, input),
    plan: async (signal) => {
      const folder = join(context.workDir, id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The permission model compares real paths.
      const workDir = await realpath(folder);
      const { sandbox, userZone } = context;
      const servers = createTaskServers(targetContext, skill.project_id);
      const options = {
        files,
        model,
        repeats,
        servers,
        workDir,
        sandbox,
        userZone,
        name: skill.name,
        cases,
      };
      return planSkillTestRun(options, signal);
    },
  };
}

/** An agent is a program of the service's own user, and its model's relay is on the same machine. */
function checkAgentAccess({ userZone }: ServiceContext, baseUrl: string): void {
  if (userZone !== undefined)
    throw new ServiceProblem("forbidden", "Agents do tasks only at a service that no other machine reaches.");
  if (!isLoopbackHostname(new URL(baseUrl).hostname))
    throw new ServiceProblem("invalid_request", "The model of an agent must be a relay on this machine.", {
      errors: [{ path: "model.baseUrl", message: "Use an address of the loopback interface." }],
    });
}

interface TestedSkillFiles {
  readonly files: readonly FileContent[];
  readonly digest: string;
  /** null if the files belong to no version. */
  readonly version: string | null;
}

/** The uploaded files, else the files of the requested version, else the latest version or draft of the skill. */
function readTestedSkillFiles(
  context: ServiceContext,
  skill: SkillRow,
  requested: { readonly files?: readonly FileEntry[] | undefined; readonly version?: string | undefined },
): TestedSkillFiles {
  if (requested.files && requested.version !== undefined)
    throw new ServiceProblem("invalid_request", "A run cannot test files and a version at the same time.", {
      errors: [{ path: "version", message: "Omit either the version or the files." }],
    });
  if (requested.files) return readUploadedSkill(requested.files);
  const version =
    skill.artifact_id === null ? undefined : findVersionRow(context.db, skill.artifact_id, requested.version);
  if (version && (requested.version !== undefined || version.digest === skill.digest)) {
    const files = readVersionFiles(context.db, version.id).map(({ path, content }) => ({ path, bytes: content }));
    return { files, digest: version.digest, version: version.version };
  }
  if (requested.version !== undefined)
    throw new ServiceProblem("not_found", `"${skill.name}" has no version ${requested.version}.`);
  const files = skill.files_json.map(({ path, digest }) => ({ path, bytes: readBlob(context, digest) }));
  return { files, digest: skill.digest, version: null };
}

function readUploadedSkill(uploaded: readonly FileEntry[]): TestedSkillFiles {
  checkSubmittedFiles(uploaded);
  const files = uploaded.flatMap((file) => {
    const bytes = decodeFileBytes(file);
    return bytes ? [{ path: file.path, bytes }] : [];
  });
  const digest = createFileListDigest(files.map(({ path, bytes }) => ({ path, content: bytes })));
  return { files, digest, version: null };
}
