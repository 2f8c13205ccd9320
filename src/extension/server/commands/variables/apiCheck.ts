import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { TestRunDetail } from "../../../../contract/testRuns.ts";
import { followTestRun } from "../../../testing/model/followTestRun.ts";
import type { TestingServices } from "../../../testing/testingServices.ts";
import { labelCredentials } from "../../model/credentials/variableGroups.ts";

/** The case of a server's tests that checks its API with the saved values. */
const caseId = "check:credentials";

/** What an API answers to the saved values. */
export interface ApiCheckResult {
  readonly level: "info" | "warning";
  readonly message: string;
  /** Other values may change it. */
  readonly isAboutValues: boolean;
}

/** Asks the API of a server, with one harmless request, whether it answers and accepts the saved values. */
export async function runApiCheck(
  { pendingRuns }: Pick<TestingServices, "pendingRuns">,
  client: ServiceClient,
  { server, version }: { readonly server: Server; readonly version: string },
  signal: AbortSignal,
): Promise<ApiCheckResult> {
  const { id } = server;
  let run = await client.call("serverTestRuns.start", { id, version, cases: [caseId] }, { signal });
  await followTestRun({
    kind: "server",
    id: run.id,
    ownerId: id,
    since: 0,
    signal,
    pending: pendingRuns,
    client: async () => client,
    onChange: async (changed) => {
      run = { ...changed, cases: changed.cases?.length ? changed.cases : run.cases };
    },
  });
  return describeRun(server, run);
}

function describeRun(server: Server, { cases = [], statusDetail }: TestRunDetail): ApiCheckResult {
  const { name } = server;
  const found = cases.find(({ id }) => id === caseId);
  const message = found?.message == null ? undefined : labelCredentials(server, found.message);
  const describe = (level: ApiCheckResult["level"], text: string, isAboutValues = false) => {
    return { level, message: text, isAboutValues };
  };
  switch (found?.status) {
    case "passed":
      return describe("info", l10n.t`The API of ${name} answers: ${readAnswer(found.output)}.`);
    case "failed":
      return describe("warning", `${name}: ${message ?? l10n.t("the check failed")}.`, true);
    case "skipped":
      return describe(found.code ? "warning" : "info", `${name}: ${message ?? l10n.t("not checked")}`, true);
  }
  const reason = found
    ? (message ?? statusDetail ?? l10n.t("its test did not run."))
    : l10n.t("its tests have no such check, for which the document needs a harmless request without input.");
  return describe("warning", l10n.t`The API of ${name} could not be checked: ${reason}`);
}

const readAnswer = (output: string | null | undefined) =>
  output?.split("\n")[0] || l10n.t("it accepts the saved values");
