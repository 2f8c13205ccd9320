import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { readErrorMessage } from "../../base/failure.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { exploreService } from "../model/exploreService.ts";
import { type LearnedProfile, readLearnedProfile } from "../model/learnedProfile.ts";
import type { ProfileServices } from "../profileServices.ts";

/** Reads the service, then shows what was found. */
export const checkCompatibility: CommandHandler<
  ConnectedServices & Pick<ProfileServices, "showServiceProfile">
> = async (app) => {
  if (await readService(app)) app.showServiceProfile();
};

/** Explores the operations without evidence; changes nothing at the service. False: there is no connection. */
export async function readService(app: ConnectedServices): Promise<boolean> {
  const client = await app.client();
  const learned = readLearnedProfile(app.connections);
  if (!client || !learned) return false;
  // A service of the contract needs no exploration.
  const stopped = learned.read().dialect === "contract" ? undefined : await look(app, client, learned);
  if (stopped !== undefined) showMessage(app, "warning", l10n.t`The compatibility report is not complete. ${stopped}`);
  return true;
}

async function look(app: EditorServices, client: ServiceClient, learned: LearnedProfile): Promise<string | undefined> {
  const title = l10n.t("Checking compatibility");
  return app.progress.run({ title, in: "notification" }, async (report, signal) => {
    const { stopped, called, failed } = await exploreService({ client, learned, signal, report, now: Date.now });
    app.log.info(`The compatibility check made ${called.length} calls.`);
    for (const { name, error } of failed)
      app.log.warning(`The compatibility check of ${name}: ${readErrorMessage(error)}`);
    const [first] = failed;
    if (stopped !== undefined || !first) return stopped;
    const { name, error } = first;
    return failed.length === 1
      ? l10n.t`1 operation failed for now. ${name}: ${readErrorMessage(error)}`
      : l10n.t`${failed.length} operations failed for now. ${name}: ${readErrorMessage(error)}`;
  });
}
