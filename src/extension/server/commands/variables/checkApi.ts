import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { CommandHandler } from "../../../base/editorServices.ts";
import { runCancellable } from "../../../base/runCancellable.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { confirmRunCode, readVersionCode } from "../../../registry/commands/codeConsent.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import type { TestingServices } from "../../../testing/testingServices.ts";
import {
  agreeToHosts,
  listNewHosts,
  readCredentialHosts,
  selectGivenCredentials,
} from "../../model/credentialHosts.ts";
import { findLiveVersion } from "../../model/findLiveVersion.ts";
import { confirmValueCheck } from "../deploy/confirmDeployment.ts";
import { type FindServerContext, findServerAndClient } from "../findServer.ts";
import { getServerLinks } from "../getServerLinks.ts";
import { runApiCheck } from "./apiCheck.ts";
import { saveVariables } from "./saveVariables.ts";

type CheckApiContext = FindServerContext & RegistryServices & Pick<TestingServices, "pendingRuns">;

/** Asks the API of a server, with one harmless request, whether it answers and accepts the saved values. */
export const checkApi: CommandHandler<CheckApiContext> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Check the API of a Server"),
    suits: ({ latestVersion, variables = [] }) => Boolean(latestVersion) && variables.length > 0,
    none: l10n.t("No server here has an API to check."),
  });
  if (!found) return;
  const { client, server } = found;
  // The user agreed to run the code of the live version.
  const version = (await findLiveVersion(client, server)) ?? server.latestVersion ?? undefined;
  if (version === undefined) {
    showMessage(app, "info", l10n.t`${server.name} has no version to check yet. Generate it first.`);
    return;
  }
  if (!(await confirmCheck(app, client, server, version))) return;
  const title = l10n.t`Checking the API of ${server.name}`;
  const result = await runCancellable(app.progress, { title, in: "notification" }, (_, signal) =>
    runApiCheck(app, client, { server, version }, signal),
  );
  if (result.kind === "cancelled") return;
  app.refresh("fairlead.servers");
  const { level, message, isAboutValues } = result.value;
  const edit = () => app.run("fairlead.server.editVariables", { node: { kind: "variables", server } });
  showMessage(app, level, message, isAboutValues ? { [l10n.t("Edit Variables")]: edit } : {});
};

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
