import type { Client } from "../../client/client.ts";
import { explore } from "../../core/compatibility/exploreService.ts";
import { type Learned, learnedOf } from "../../core/compatibility/learnedProfile.ts";
import { messageOf } from "../../core/foundation/failure.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App, Command } from "../app.ts";

/** Reads what was not read yet of how the service speaks, then shows how well it is understood. Changes nothing there. */
export const checkCompatibility: Command = async (app) => {
  const client = await app.client();
  const learned = learnedOf(app.connections);
  if (!client || !learned) return;
  // Of the contract there is nothing to learn.
  const stopped = learned.read().dialect === "contract" ? undefined : await look(app, client, learned);
  app.showCompatibility();
  if (stopped !== undefined) say(app, "warning", `The compatibility report is not complete. ${stopped}`);
};

async function look(app: App, client: Client, learned: Learned): Promise<string | undefined> {
  const title = "Checking compatibility";
  return app.progress.run({ title, in: "notification" }, async (report, signal) => {
    const { stopped, called, failed } = await explore({ client, learned, signal, report, now: Date.now });
    app.log.info(`The compatibility check made ${called.length} calls.`);
    for (const { name, error } of failed) app.log.warning(`The compatibility check of ${name}: ${messageOf(error)}`);
    const [first] = failed;
    return stopped ?? (first && `${failed.length} of its calls failed for now: ${messageOf(first.error)}`);
  });
}
