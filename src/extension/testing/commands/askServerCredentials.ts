import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { promptBack } from "../../base/ports.ts";
import { readVersionCode } from "../../registry/commands/codeConsent.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { askCheckedValues } from "../../server/commands/deploy/askCheckedValues.ts";
import { chooseCredential, declineCredential } from "../../server/commands/deploy/chooseCredential.ts";
import { confirmTest } from "../../server/commands/deploy/confirmDeployment.ts";
import type { TypedValuesCheckContext } from "../../server/commands/deploy/typedValuesCheck.ts";
import { saveVariables } from "../../server/commands/variables/saveVariables.ts";
import { agreeToHosts, readCredentialHosts, selectGivenCredentials } from "../../server/model/credentialHosts.ts";
import { readServer } from "../../server/model/readServer.ts";
import { getServerLinks } from "../../server/model/serverLinks.ts";
import type { TestRequest } from "../model/testSubject.ts";

export type AskServerCredentialsContext = TypedValuesCheckContext & RegistryServices;

/** Asks for the credential of each server that is tested without one. A deployment asked already. False: cancelled. */
export async function askServerCredentials(
  app: AskServerCredentialsContext,
  client: ServiceClient,
  requests: readonly TestRequest[],
): Promise<boolean> {
  for (const { subject, version, isForDeployment } of requests) {
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
  if (!chosen) return false;
  if (chosen.variables.length === 0 && !chosen.server) return true;
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
  const { values, isAgreed, isDeclined, discard } = entered;
  if (isDeclined) await declineCredential(app, server);
  if (Object.keys(values).length === 0 && !chosen.server) return true;
  const given = selectGivenCredentials(chosen.server ?? server, credentials, values);
  if (isAgreed || (await confirmTest(app, { credentials: given, code }))) {
    await saveVariables(app, client, server, { ...agreeToHosts(given), ...values });
    return true;
  }
  await discard();
  return false;
}
