import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { isVariableSet } from "../../../../contract/serverVariableState.ts";
import type { TestRunDetail } from "../../../../contract/testRuns.ts";
import { readUnreachedApi } from "../../../../text/hosts/unreachedApi.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { forgetDeclined } from "../../../server/commands/deploy/chooseCredential.ts";
import { editBaseUrl } from "../../../server/commands/deploy/confirmDeployment.ts";
import { setVariables } from "../../../server/commands/variables/setVariables.ts";
import { listCredentialChoices } from "../../../server/model/credentials/credentialChoices.ts";
import {
  labelCredentials,
  listEnteredValues,
  listVariableGroups,
  type VariableGroup,
} from "../../../server/model/credentials/variableGroups.ts";
import { readApiUrl } from "../../../server/model/readManifest.ts";
import { isCredential } from "../../../server/model/serverVariables.ts";
import { listProofCauses, type ProofCause } from "../../model/toolProof.ts";

export interface UnprovenVersion {
  readonly server: Server;
  readonly version: string;
  readonly run: TestRunDetail;
}

const editCredential = l10n.t("Edit Credential");

/** Why tools of a version could not be tried, and the actions that change it. */
export function readProofRemedies(app: ConnectedServices, client: ServiceClient, unproven: UnprovenVersion) {
  const { server, run } = unproven;
  const causes = listProofCauses(run).map((cause) => ({ ...cause, message: labelCredentials(server, cause.message) }));
  const credentials = listVariableGroups(server).filter(({ values }) =>
    values.some((one) => isCredential(one) && isVariableSet(server, one) !== false),
  );
  const lacksCredential = listCredentialChoices(server).some(({ isAccount }) => !isAccount);
  const findCause = (remedy: string) => causes.find((cause) => cause.remedy === remedy);
  const actions = [
    ...(findCause("baseUrl") ? [editBaseUrl] : []),
    ...(findCause("credential") && (lacksCredential || credentials.length > 0) ? [editCredential] : []),
  ];
  /**
   * Returns the server whose value the user changed, or `askCredential` where the next run or deployment asks for the credential that it
   * lacks; undefined: cancelled.
   */
  const apply = async (action: string): Promise<"askCredential" | Server | undefined> => {
    if (action === editCredential && lacksCredential) {
      await forgetDeclined(app, server);
      return "askCredential";
    }
    const names = action === editBaseUrl ? ["API_BASE_URL"] : await askCredential(app, credentials);
    if (names === undefined) return undefined;
    const cause = findCause(action === editBaseUrl ? "baseUrl" : "credential");
    return setVariables(app, client, server, names, await readTriedValue(client, unproven, cause));
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

/** Returns the names of the variables of one credential, such as a user name and its password. */
async function askCredential(
  app: EditorServices,
  credentials: readonly VariableGroup[],
): Promise<readonly string[] | undefined> {
  const choices = credentials.map((group) => {
    const names = listEnteredValues(group).map(({ name }) => name);
    return { label: group.label, description: names.join(", "), icon: "key", value: names };
  });
  if (choices.length === 1) return choices[0]?.value;
  return app.prompts.pick({ title: editCredential, placeholder: l10n.t("Which value?"), choices });
}
