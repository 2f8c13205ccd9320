import { isServerCasePath } from "../../../testcases/readServerCases.ts";
import { selectCases } from "../../../testcases/readSkillCases.ts";
import type { ServiceCall, ServiceContext } from "../../context.ts";
import type { DeploymentSupervisor } from "../../deployments/lifecycle/deploymentSupervisor.ts";
import { requireServerVersion } from "../../handlers/serverHandlers.ts";
import { readVersionFiles } from "../../registry/versions.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import { readRequestedTimeoutMs } from "../caseTimeout.ts";
import type { TestRunRequest } from "../testRunRegistry.ts";
import { listKnownCases, planServerTestRun } from "./planServerTestRun.ts";
import { type CaseFile, planCaseFile } from "./runFileCase.ts";

/** Creates a run of a server's cases, by default for the latest version. */
export function createServerTestRunRequest(
  context: ServiceContext,
  supervisor: Pick<DeploymentSupervisor, "live" | "store" | "accounts">,
  { input, caller }: ServiceCall<"serverTestRuns.start">,
): TestRunRequest {
  const { server, version } = requireServerVersion(context, caller.organizationId, input.id, input.version);
  const caseFile = planCaseFile(input.suite ?? findCaseFile(context, version));
  const id = context.newId("run_");
  const knownCases = selectCases([...listKnownCases(version), ...caseFile.planned], input.cases);
  const timeoutMs = readRequestedTimeoutMs(context, caller, input);
  const { cases: requestedCases, breakingChanges = "fail" } = input;
  const options = { runId: id, serverId: server.id, version, caseFile, breakingChanges, requestedCases, timeoutMs };
  return {
    run: {
      id,
      serverId: server.id,
      skillId: null,
      version: version.version,
      digest: version.digest,
      partial: input.cases !== undefined,
      triggeredBy: caller.userName,
    },
    cases: knownCases,
    timeoutMs,
    plan: (signal, recorder) => planServerTestRun({ context, supervisor, recorder }, options, signal),
  };
}

/** The case file nearest to the root of the version's folder. */
function findCaseFile(context: ServiceContext, version: VersionRow): CaseFile | undefined {
  const depth = (path: string) => path.split("/").length;
  const [file] = readVersionFiles(context.db, version.id)
    .filter(({ path }) => isServerCasePath(path))
    .sort((a, b) => depth(a.path) - depth(b.path));
  return file && { path: file.path, content: Buffer.from(file.content).toString("utf8") };
}
