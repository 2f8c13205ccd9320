import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { isVariableSet } from "../../../../contract/serverVariableState.ts";
import type { TestRunDetail } from "../../../../contract/testRuns.ts";
import { readUnreachedApi } from "../../../../text/hosts/unreachedApi.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { promptBack } from "../../../base/ports.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { forgetDeclined } from "../../../server/commands/deploy/chooseCredential.ts";
import { setVariable } from "../../../server/commands/variables/setVariable.ts";
import { listCredentialChoices } from "../../../server/model/credentials/credentialChoices.ts";
import { labelCredentials } from "../../../server/model/credentials/variableGroups.ts";
import { readApiUrl } from "../../../server/model/readManifest.ts";
import { isCredential } from "../../../server/model/serverVariables.ts";
import { listProofCauses, type ProofCause } from "../../model/toolProof.ts";

export interface UnprovenVersion {
  readonly server: Server;
  readonly version: string;
  readonly run: TestRunDetail;
}

/** Why tools of a version could not be tried, and the actions that change it. */
interface ProofRemedies {
  readonly causes: readonly ProofCause[];
  readonly actions: readonly string[];
  /**
   * Returns the server whose value the user changed, or `askCredential` where the next run or deployment asks for the credential that it
   * lacks; undefined: cancelled.
   */
  apply(action: string): Promise<"askCredential" | Server | undefined>;
}

const editCredential = l10n.t("Edit Credential");
const baseUrl = "API_BASE_URL";
const editBaseUrl = l10n.t("Edit Base URL");

export function readProofRemedies(
  app: ConnectedServices,
  client: ServiceClient,
  unproven: UnprovenVersion,
): ProofRemedies {
  const { server, run } = unproven;
  const causes = listProofCauses(run).map((cause) => ({ ...cause, message: labelCredentials(server, cause.message) }));
  const credentials = (server.variables ?? [])
    .filter((one) => isCredential(one) && isVariableSet(server, one) !== false)
    .map(({ name }) => name);
  const lacksCredential = listCredentialChoices(server).some(({ isAccount }) => !isAccount);
  const findCause = (remedy: string) => causes.find((cause) => cause.remedy === remedy);
  const actions = [
    ...(findCause("credential") && (lacksCredential || credentials.length > 0) ? [editCredential] : []),
    ...(findCause("baseUrl") ? [editBaseUrl] : []),
  ];
  const apply = async (action: string) => {
    if (action === editCredential && lacksCredential) {
      await forgetDeclined(app, server);
      return "askCredential";
    }
    const name = action === editBaseUrl ? baseUrl : await askCredential(app, server, credentials);
    if (name === undefined) return undefined;
    const cause = findCause(name === baseUrl ? "baseUrl" : "credential");
    return setVariable(app, client, server, name, await readTriedValue(client, unproven, cause));
  };
  return { causes, actions, apply };
}

async function readTriedValue(
  client: ServiceClient,
  { server, version }: UnprovenVersion,
  cause: ProofCause | undefined,
) {
  if (!cause) return undefined;
  const origin = readUnreachedApi(cause.message);
  const documentUrl = cause.remedy === "baseUrl" ? await readApiUrl(client, server, version, origin) : undefined;
  return { problem: cause.message, documentUrl: documentUrl ?? origin };
}

async function askCredential(
  app: EditorServices,
  server: Server,
  names: readonly string[],
): Promise<string | undefined> {
  if (names.length === 1) return names[0];
  const choices = names.map((name) => ({
    label: labelCredentials(server, name),
    description: name,
    icon: "key",
    value: name,
  }));
  const picked = await app.prompts.pick({ title: editCredential, placeholder: l10n.t("Which value?"), choices });
  return picked === promptBack ? undefined : picked;
}
