import type { Caller, OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import type { DeploymentSupervisor } from "../deployments/lifecycle/deploymentSupervisor.ts";
import { requireServerRow } from "../handlers/serverHandlers.ts";
import { requireSkillRow } from "../handlers/skillHandlers.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { toTestRun } from "../storage/rows/testRunRow.ts";
import { consumeQuota } from "../usage/usageQuota.ts";
import { createServerTestRunRequest } from "./server/planServerTestRun.ts";
import { createSkillTestRunRequest } from "./skill/createSkillTestRunRequest.ts";
import type { TestRunRegistry, TestRunRequest } from "./testRunRegistry.ts";

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
