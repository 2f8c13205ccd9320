import { isServerCaseFile } from "../../../testcases/readServerCases.ts";
import { selectCases } from "../../../testcases/readSkillCases.ts";
import type { Call, ServiceContext } from "../../context.ts";
import type { DeploymentSupervisor } from "../../deployments/lifecycle/deploymentSupervisor.ts";
import { requireServer } from "../../handlers/serverHandlers.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { findVersion, versionFiles } from "../../registry/versions.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import { askedTimeoutMs } from "../caseTimeout.ts";
import type { RunOrder } from "../testRunRegistry.ts";
import { type CaseFile, caseFilePlan } from "./planCaseFile.ts";
import { planServerRun, protocolCases } from "./planServerTestRun.ts";

/** A run of a server's cases, as asked for: of the latest version unless said. */
export function orderServerRun(
  context: ServiceContext,
  supervisor: Pick<DeploymentSupervisor, "live" | "store" | "accounts">,
  { input, caller }: Call<"serverTestRuns.start">,
): RunOrder {
  const server = requireServer(context, caller.organizationId, input.id);
  const version = server.artifact_id === null ? undefined : findVersion(context.db, server.artifact_id, input.version);
  if (!version) {
    if (input.version !== undefined && server.artifact_id !== null)
      throw new ServiceProblem("not_found", `"${server.name}" has no version ${input.version}.`);
    throw new ServiceProblem("conflict", `"${server.name}" has no version yet. Generate it first.`);
  }
  const fromFile = caseFilePlan(input.suite ?? ownCaseFile(context, version));
  const id = context.newId("run_");
  const known = selectCases([...protocolCases(), ...fromFile.planned], input.cases);
  const timeoutMs = askedTimeoutMs(context, caller, input);
  const order = { runId: id, serverId: server.id, version, fromFile, wanted: input.cases, timeoutMs };
  return {
    run: {
      ...{ id, serverId: server.id, skillId: null, version: version.version, digest: version.digest },
      partial: input.cases !== undefined,
      triggeredBy: caller.userName,
    },
    cases: known,
    timeoutMs,
    plan: (signal, book) => planServerRun({ context, supervisor, book }, order, signal),
  };
}

/** The one nearest to the top of the version's folder. */
function ownCaseFile(context: ServiceContext, version: VersionRow): CaseFile | undefined {
  const depth = (path: string) => path.split("/").length;
  const [file] = versionFiles(context.db, version.id)
    .filter(({ path }) => isServerCaseFile(path))
    .sort((a, b) => depth(a.path) - depth(b.path));
  return file && { path: file.path, content: Buffer.from(file.content).toString("utf8") };
}
