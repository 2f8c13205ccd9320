import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { promptBack } from "../../base/ports.ts";
import { readVersionCode } from "../../registry/commands/codeConsent.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { askCheckedValues } from "../../server/commands/deploy/askCheckedValues.ts";
import { chooseCredential } from "../../server/commands/deploy/chooseCredential.ts";
import { confirmTest } from "../../server/commands/deploy/confirmDeployment.ts";
import type { TypedValuesCheckContext } from "../../server/commands/deploy/typedValuesCheck.ts";
import { getServerLinks } from "../../server/commands/getServerLinks.ts";
import { agreeToHosts, readCredentialHosts } from "../../server/model/credentialHosts.ts";
import { readServer } from "../../server/model/readServer.ts";
import type { TestRequest } from "../model/testSubject.ts";

export type AskServerCredentialsContext = TypedValuesCheckContext & RegistryServices;

/** Asks for the credential of each server that is tested without one. A deployment asked already. False: cancelled. */
export async function askServerCredentials(
  app: AskServerCredentialsContext,
  client: ServiceClient,
  orders: readonly TestRequest[],
): Promise<boolean> {
  for (const { subject, version, isForDeployment } of orders) {
    if (subject.kind !== "server" || isForDeployment) continue;
    const server = await readServer(client, subject.server.id);
    const tested = version ?? server?.latestVersion;
    if (server && tested && !(await askServerCredential(app, client, server, tested))) return false;
  }
  return true;
}

async function askServerCredential(
  app: AskServerCredentialsContext,
  client: ServiceClient,
  server: Server,
  version: string,
): Promise<boolean> {
  const title = l10n.t`Test ${server.name}`;
  const chosen = await chooseCredential(app, client, server, title);
  if (!chosen || chosen.variables.length === 0) return chosen !== undefined;
  const [credentials, content] = await Promise.all([
    readCredentialHosts(client, server, version),
    readVersionCode(app, client, server, version),
  ]);
  const called = `${server.name} ${version}`;
  const code = { owner: server.id, called, folder: getServerLinks(app).folderOf(server.id), ...content };
  const entered = await askCheckedValues(
    app,
    client,
    { server, version, credentials, code },
    { title, asked: [], chosen },
  );
  if (entered === promptBack) return askServerCredential(app, client, server, version);
  if (!entered) return false;
  const { values, isAgreed, discard } = entered;
  if (Object.keys(values).length === 0) return true;
  if (isAgreed || (await confirmTest(app, { credentials, code }))) {
    const environment = { ...agreeToHosts(credentials), ...values };
    await client.call("server.update", { id: server.id, environment });
    app.refresh("fairlead.servers");
    return true;
  }
  await discard();
  return false;
}
