import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { isVariableSet } from "../../../../contract/serverVariableState.ts";
import type { TestRunDetail } from "../../../../contract/testRuns.ts";
import { readUnreachedApi } from "../../../../text/hosts/unreachedApi.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { promptBack } from "../../../base/ports.ts";
import { type ChooseCredentialContext, forgetDeclined } from "../../../server/commands/deploy/chooseCredential.ts";
import { readApiUrl } from "../../../server/commands/variables/readApiUrl.ts";
import { setVariable } from "../../../server/commands/variables/setVariable.ts";
import { listCredentialChoices } from "../../../server/model/credentials/credentialChoices.ts";
import { labelCredentials } from "../../../server/model/credentials/variableGroups.ts";
import { isCredential } from "../../../server/model/serverVariables.ts";
import {
  formatOtherTests,
  formatToolProof,
  isAnyToolProven,
  listProofCauses,
  type ProofCause,
} from "../../model/toolProof.ts";

interface UnprovenVersion {
  readonly server: Server;
  readonly version: string;
  /** The run in which nothing speaks against the version. */
  readonly run: TestRunDetail;
}

const deploy = l10n.t("Deploy");
const editCredential = l10n.t("Edit Credential");
const baseUrl = "API_BASE_URL";
const editBaseUrl = l10n.t("Edit Base URL");

/**
 * Asks whether a version is deployed although its API or its credential prevented calls of its tools.
 * Returns the server whose value the user changed instead, or `askCredential` where the user wants to give the credential that it lacks;
 * undefined: cancelled.
 */
export async function askUnprovenDeployment(
  app: ChooseCredentialContext,
  client: ServiceClient,
  unproven: UnprovenVersion,
): Promise<"deploy" | "askCredential" | Server | undefined> {
  const { server, version, run } = unproven;
  const causes = listProofCauses(run).map((cause) => ({ ...cause, message: labelCredentials(server, cause.message) }));
  const credentials = (server.variables ?? [])
    .filter((one) => isCredential(one) && isVariableSet(server, one) !== false)
    .map(({ name }) => name);
  const lacksCredential = listCredentialChoices(server).some(({ isAccount }) => !isAccount);
  const hasCause = (remedy: string) => causes.some((cause) => cause.remedy === remedy);
  const isRefused = causes.some(({ code }) => code === "credential_refused");
  const remedies = [
    ...(hasCause("credential") && (lacksCredential || credentials.length > 0) ? [editCredential] : []),
    ...(hasCause("baseUrl") ? [editBaseUrl] : []),
  ];
  const question = {
    message: joinWords(l10n.t`Deploy ${server.name} ${version}?`, formatToolProof(run)),
    detail: [...causes.map(({ message }) => message), formatOtherTests(run)].filter(Boolean).join("\n"),
    // Where no tool answers, or a credential is wrong, the cause comes first.
    actions: isAnyToolProven(run) && !isRefused ? [deploy, ...remedies] : [...remedies, deploy],
  };
  for (;;) {
    const action = await app.prompts.decide(question);
    if (action === undefined) return undefined;
    if (action === deploy) return "deploy";
    if (action === editCredential && lacksCredential) {
      await forgetDeclined(app, server);
      return "askCredential";
    }
    const name = action === editBaseUrl ? baseUrl : await askCredential(app, server, credentials);
    if (name === undefined) continue;
    const remedy = name === baseUrl ? "baseUrl" : "credential";
    const tried = await readTriedValue(
      client,
      unproven,
      causes.find((cause) => cause.remedy === remedy),
    );
    const changed = await setVariable(app, client, server, name, tried);
    if (changed) return changed;
  }
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
