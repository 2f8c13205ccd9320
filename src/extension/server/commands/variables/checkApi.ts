import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { TestRunDetail } from "../../../../contract/testRuns.ts";
import { runCancellable } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { confirmRunCode, readVersionCode } from "../../../registry/commands/codeConsent.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import { followTestRun } from "../../../testing/model/followTestRun.ts";
import type { TestingServices } from "../../../testing/testingServices.ts";
import {
  agreeToHosts,
  listNewHosts,
  readCredentialHosts,
  selectGivenCredentials,
} from "../../model/credentialHosts.ts";
import { labelCredentials } from "../../model/credentials/variableGroups.ts";
import { findLiveVersion } from "../../model/findLiveVersion.ts";
import { getServerLinks } from "../../model/serverLinks.ts";
import { confirmValueCheck } from "../deploy/confirmDeployment.ts";
import { onServer } from "../findServer.ts";
import { saveVariables } from "./saveVariables.ts";

type CheckApiContext = ConnectedServices & RegistryServices & Pick<TestingServices, "pendingRuns">;

/** Asks the API of a server, with one harmless request, whether it answers and accepts the saved values. */
export const checkApi = onServer<CheckApiContext>(
  {
    title: l10n.t("Check the API of a Server"),
    suits: ({ latestVersion, variables = [] }) => Boolean(latestVersion) && variables.length > 0,
    none: l10n.t("No server here has an API to check."),
  },
  async (app, { client, server }) => {
    // The user agreed to run the code of the live version.
    const version = (await findLiveVersion(client, server)) ?? server.latestVersion ?? undefined;
    if (version === undefined)
      return showMessage(app, "info", l10n.t`${server.name} has no version to check yet. Generate it first.`);
    if (!(await confirmCheck(app, client, server, version))) return;
    const title = l10n.t`Checking the API of ${server.name}`;
    const result = await runCancellable(app.progress, title, (_, signal) =>
      runApiCheck(app, client, { server, version }, signal),
    );
    if (result.kind === "cancelled") return;
    app.refresh("fairlead.servers");
    const { level, message, isAboutValues } = result.value;
    const edit = () => app.run("fairlead.server.editVariables", { node: { kind: "variables", server } });
    showMessage(app, level, message, isAboutValues ? { [l10n.t("Edit Variables")]: edit } : {});
  },
);

/** Asks about hosts that may not get the key yet, and about code that may not run yet. */
async function confirmCheck(app: CheckApiContext, client: ServiceClient, server: Server, version: string) {
  const [credentials, read] = await Promise.all([
    readCredentialHosts(client, server, version),
    readVersionCode(app, client, server, version),
  ]);
  const called = `${server.name} ${version}`;
  const code = { owner: server.id, called, folder: getServerLinks(app).folderOf(server.id), ...read };
  const given = selectGivenCredentials(server, credentials);
  if (listNewHosts(given).length === 0) return confirmRunCode(app, [code]);
  if (!(await confirmValueCheck(app, { credentials: given, code }))) return false;
  await saveVariables(app, client, server, agreeToHosts(given));
  return true;
}

/** The case of a server's tests that checks its API with the saved values. */
const caseId = "check:credentials";

/** What an API answers to the saved values. */
interface ApiCheckResult {
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
