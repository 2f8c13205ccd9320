import { isServerCasePath } from "../../../testcases/readServerCases.ts";
import { selectCases } from "../../../testcases/readSkillCases.ts";
import type { ServiceCall, ServiceContext } from "../../context.ts";
import type { DeploymentSupervisor } from "../../deployments/lifecycle/deploymentSupervisor.ts";
import { requireServerRow } from "../../handlers/serverHandlers.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { findVersionRow, readVersionFiles } from "../../registry/versions.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import { readRequestedTimeoutMs } from "../caseTimeout.ts";
import type { TestRunRequest } from "../testRunRegistry.ts";
import { type CaseFile, planCaseFile } from "./planCaseFile.ts";
import { listProtocolCases, planServerTestRun } from "./planServerTestRun.ts";

/** A run of a server's cases, as asked for: of the latest version unless said. */
export function createServerTestRunRequest(
  context: ServiceContext,
  supervisor: Pick<DeploymentSupervisor, "live" | "store" | "accounts">,
  { input, caller }: ServiceCall<"serverTestRuns.start">,
): TestRunRequest {
  const server = requireServerRow(context, caller.organizationId, input.id);
  const version =
    server.artifact_id === null ? undefined : findVersionRow(context.db, server.artifact_id, input.version);
  if (!version) {
    if (input.version !== undefined && server.artifact_id !== null)
      throw new ServiceProblem("not_found", `"${server.name}" has no version ${input.version}.`);
    throw new ServiceProblem("conflict", `"${server.name}" has no version yet. Generate it first.`);
  }
  const fromFile = planCaseFile(input.suite ?? ownCaseFile(context, version));
  const id = context.newId("run_");
  const known = selectCases([...listProtocolCases(), ...fromFile.planned], input.cases);
  const timeoutMs = readRequestedTimeoutMs(context, caller, input);
  const order = { runId: id, serverId: server.id, version, fromFile, wanted: input.cases, timeoutMs };
  return {
    run: {
      ...{ id, serverId: server.id, skillId: null, version: version.version, digest: version.digest },
      partial: input.cases !== undefined,
      triggeredBy: caller.userName,
    },
    cases: known,
    timeoutMs,
    plan: (signal, book) => planServerTestRun({ context, supervisor, book }, order, signal),
  };
}

/** The one nearest to the top of the version's folder. */
function ownCaseFile(context: ServiceContext, version: VersionRow): CaseFile | undefined {
  const depth = (path: string) => path.split("/").length;
  const [file] = readVersionFiles(context.db, version.id)
    .filter(({ path }) => isServerCasePath(path))
    .sort((a, b) => depth(a.path) - depth(b.path));
  return file && { path: file.path, content: Buffer.from(file.content).toString("utf8") };
}
