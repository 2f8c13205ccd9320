import type { Server } from "../../../contract/servers.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import { endSentence } from "../../../text/language/endSentence.ts";
import { type FailureCause, findFailureCause } from "../../deployment/model/failureCause.ts";

/** Finds the cause in the output of a server that did not start for its tests. */
export function findRunFailure(
  { statusDetail }: Pick<TestRun, "statusDetail">,
  server?: Pick<Server, "variables">,
): FailureCause | undefined {
  if (!statusDetail) return undefined;
  return findFailureCause({ failure: { step: "start", message: statusDetail, log: [statusDetail] } }, server);
}

/** Why a run ended: the error in the output of its server, else all that the service says. */
export function formatRunDetail(run: Pick<TestRun, "statusDetail">): string | undefined {
  const message = findRunFailure(run)?.message ?? run.statusDetail;
  return message ? endSentence(message) : undefined;
}
