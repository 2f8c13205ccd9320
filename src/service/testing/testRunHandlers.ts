import type { Call, Caller, Handlers, ServiceContext } from "../context.ts";
import type { DeploymentSupervisor } from "../deployments/lifecycle/deploymentSupervisor.ts";
import { requireServer } from "../handlers/serverHandlers.ts";
import { requireSkill } from "../handlers/skillHandlers.ts";
import { pageOf } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { toTestRun } from "../storage/rows/testRunRow.ts";
import { conditions } from "../storage/whereClause.ts";
import { spend } from "../usage/usageQuota.ts";
import { orderServerRun } from "./server/createServerTestRunRequest.ts";
import { orderSkillRun } from "./skill/createSkillTestRunRequest.ts";
import type { RunOrder, TestRuns } from "./testRunRegistry.ts";

type Names = `${"server" | "skill"}TestRuns.${"list" | "start"}` | `${"server" | "skill"}TestRun.get`;

export function testRunHandlers(
  context: ServiceContext,
  supervisor: Pick<DeploymentSupervisor, "live" | "store" | "accounts">,
  runs: TestRuns,
): Handlers<Names> {
  return {
    "serverTestRuns.list": ({ input, caller }) => {
      requireServer(context, caller.organizationId, input.id);
      return list(runs, "r.server_id = ?", input);
    },
    "serverTestRuns.start": (call) => start(context, runs, call.caller, orderServerRun(context, supervisor, call)),
    "serverTestRun.get": (call) => read(runs, call, "servers o ON o.id = r.server_id"),
    "skillTestRuns.list": ({ input, caller }) => {
      requireSkill(context, caller.organizationId, input.id);
      return list(runs, "r.skill_id = ?", input);
    },
    "skillTestRuns.start": (call) => start(context, runs, call.caller, orderSkillRun(context, call)),
    "skillTestRun.get": (call) => read(runs, call, "skills o ON o.id = r.skill_id"),
  };
}

function start(context: ServiceContext, runs: TestRuns, { organizationId }: Caller, order: RunOrder) {
  spend(context, organizationId, "testRuns");
  return runs.start(order);
}

function list({ store }: TestRuns, of: string, input: Call<"serverTestRuns.list">["input"]) {
  return pageOf(
    input,
    (before, count) => {
      const { where, values } = conditions([
        [of, input.id],
        ["r.version = ?", input.version],
        ["r.digest = ?", input.digest],
        ["r.status = ?", input.status],
        ["r.id < ?", before],
      ]);
      return store.rows(`WHERE ${where} ORDER BY r.id DESC LIMIT ?`, ...values, count);
    },
    (row) => row.id,
    toTestRun,
  );
}

/** `owner` joins what was tested, which has to be of the caller's organization. */
function read(
  { store }: TestRuns,
  { input, caller }: { readonly input: { readonly id: string; readonly since: number }; readonly caller: Caller },
  owner: string,
) {
  const sql = `JOIN ${owner} JOIN projects p ON p.id = o.project_id WHERE r.id = ? AND p.organization_id = ?`;
  const [row] = store.rows(sql, input.id, caller.organizationId);
  if (!row) throw new ServiceProblem("not_found", `There is no such test run "${input.id}".`);
  return { ...toTestRun(row), cases: store.cases(row.id, input.since) };
}
