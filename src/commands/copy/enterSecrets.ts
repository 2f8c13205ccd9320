import * as l10n from "@vscode/l10n";
import type { Connection } from "../../core/connection/connection.ts";
import type { ItemResult } from "../../core/copy/runCopy.ts";
import { askInSequence } from "../../core/foundation/askInSequence.ts";
import { type PromptStep, promptBack } from "../../core/foundation/ports.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { readServer } from "../../core/server/readServer.ts";
import { formatQuantity } from "../../text/language/formatQuantity.ts";
import type { App } from "../app.ts";
import { askVariableValue } from "../server/variables/askVariableValue.ts";
import { type OpenEndContext, type OpenedEnd, openCopyEnd } from "./openCopyEnd.ts";

/** A secret variable of a copied server that has no value yet. */
export interface EnterableSecret {
  readonly serverId: string;
  readonly serverName: string;
  readonly variable: string;
}

export function listEnterableSecrets(results: readonly ItemResult[]): readonly EnterableSecret[] {
  return results.flatMap(({ id, kind, plan: { item, secrets } }) =>
    id === undefined || kind === "refused"
      ? []
      : secrets.map((variable) => ({ serverId: id, serverName: item.name, variable })),
  );
}

/** Prompts for the values of all secrets, one after another, and saves them at the service of the copies. */
export async function enterSecrets(
  app: OpenEndContext & Pick<App, "log" | "messages">,
  connection: Connection,
  secrets: readonly EnterableSecret[],
): Promise<void> {
  const chosen = await chooseSecrets(app, secrets);
  if (!chosen) return;
  const target = await openCopyEnd(app, connection);
  if (!target) return;
  try {
    const values = await askValues(app, target, chosen);
    if (!values) return;
    for (const [serverId, own] of Map.groupBy(values, ({ secret }) => secret.serverId)) {
      const environment = Object.fromEntries(own.map(({ secret, value }) => [secret.variable, value]));
      await target.client.call("server.update", { id: serverId, environment });
    }
    const saved = formatQuantity(values.length, l10n.t("value"), l10n.t("values"));
    showMessage(app, "info", l10n.t`Saved ${saved} at ${connection.name}.`);
  } finally {
    await target.close();
  }
}

/** Those for which the user has the value at hand. The others can be set later, with Edit Variables. */
async function chooseSecrets(
  app: Pick<App, "prompts">,
  secrets: readonly EnterableSecret[],
): Promise<readonly EnterableSecret[] | undefined> {
  if (secrets.length === 1) return secrets;
  const picked = await app.prompts.pickMany({
    title: l10n.t("Enter Secrets"),
    placeholder: l10n.t("Which values do you enter now? Edit Variables sets the others later."),
    choices: secrets.map((secret) => ({ label: secret.variable, description: secret.serverName, value: secret })),
    picked: () => true,
  });
  return picked === undefined || picked === promptBack || picked.length === 0 ? undefined : picked;
}

interface EnteredValue {
  readonly secret: EnterableSecret;
  readonly value: string;
}

async function askValues(
  app: Pick<App, "prompts">,
  { client }: OpenedEnd,
  secrets: readonly EnterableSecret[],
): Promise<readonly EnteredValue[] | undefined> {
  const questions = secrets.map((secret, index) => async (entered: readonly EnteredValue[], step: PromptStep) => {
    const server = await readServer(client, secret.serverId);
    const known = server?.variables?.find(({ name }) => name === secret.variable);
    // The variables of an OAuth client are not among those of the server.
    const variable = known ?? { name: secret.variable, required: false, secret: true, description: "" };
    const value = await askVariableValue(app, server ?? { id: secret.serverId, name: secret.serverName }, variable, {
      title: l10n.t`${secret.variable} of ${secret.serverName}`,
      prompt: variable.description || l10n.t("A secret variable of the server's environment."),
      step,
    });
    return value === undefined || value === promptBack ? value : [...entered.slice(0, index), { secret, value }];
  });
  return askInSequence<readonly EnteredValue[]>([], questions);
}
