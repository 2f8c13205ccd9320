import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { ChooseCredentialContext } from "../../../server/commands/deploy/chooseCredential.ts";
import { formatOtherTests, formatToolProof, isAnyToolProven } from "../../model/toolProof.ts";
import { readProofRemedies, type UnprovenVersion } from "./proofRemedies.ts";

const deploy = l10n.t("Deploy");

/**
 * Asks whether a version is deployed although its API or its credential prevented calls of its tools; nothing else speaks against it.
 * Returns the server whose value the user changed instead, or `askCredential` where the user wants to give the credential that it lacks;
 * undefined: cancelled.
 */
export async function askUnprovenDeployment(
  app: ChooseCredentialContext,
  client: ServiceClient,
  unproven: UnprovenVersion,
): Promise<"deploy" | "askCredential" | Server | undefined> {
  const { server, version, run } = unproven;
  const { causes, actions, apply } = readProofRemedies(app, client, unproven);
  const isRefused = causes.some(({ code }) => code === "credential_refused");
  const question = {
    message: joinWords(l10n.t`Deploy ${server.name} ${version}?`, formatToolProof(run)),
    detail: [...causes.map(({ message }) => message), formatOtherTests(run)].filter(Boolean).join("\n"),
    // Where no tool answers, or a credential is wrong, the cause comes first.
    actions: isAnyToolProven(run) && !isRefused ? [deploy, ...actions] : [...actions, deploy],
  };
  for (;;) {
    const action = await app.prompts.decide(question);
    if (action === undefined) return undefined;
    if (action === deploy) return "deploy";
    const changed = await apply(action);
    if (changed) return changed;
  }
}
