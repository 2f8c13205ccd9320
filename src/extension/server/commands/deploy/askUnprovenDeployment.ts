import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { TestRunDetail } from "../../../../contract/testRuns.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { promptBack } from "../../../base/ports.ts";
import { formatRunSummary } from "../../../testing/model/formatRun.ts";
import { formatToolProof, listProofCauses } from "../../../testing/model/toolProof.ts";
import { isCredential } from "../../model/serverVariables.ts";
import { setVariable } from "../variables/setVariable.ts";

interface UnprovenVersion {
  readonly server: Server;
  readonly version: string;
  /** The run in which nothing speaks against the version. */
  readonly run: TestRunDetail;
}

const deploy = l10n.t("Deploy");
const editCredential = l10n.t("Edit Credential");
const editBaseUrl = l10n.t("Edit Base URL");

/**
 * Asks whether a version is deployed although its API or its credential prevented calls of its tools. Does not ask where nothing did.
 * Returns the server whose value the user changed instead; undefined: cancelled.
 */
export async function askUnprovenDeployment(
  app: EditorServices,
  client: ServiceClient,
  { server, version, run }: UnprovenVersion,
): Promise<"deploy" | Server | undefined> {
  const causes = listProofCauses(run);
  if (causes.length === 0) return "deploy";
  const credentials = (server.variables ?? []).filter(isCredential).map(({ name }) => name);
  const hasCause = (remedy: string) => causes.some((cause) => cause.remedy === remedy);
  const summary = formatRunSummary(run.summary);
  const question = {
    message: joinWords(l10n.t`Deploy ${server.name} ${version}?`, formatToolProof(run)),
    detail: [...causes.map(({ message }) => message), summary && l10n.t`Tests: ${summary}.`].filter(Boolean).join("\n"),
    actions: [
      deploy,
      ...(hasCause("credential") && credentials.length > 0 ? [editCredential] : []),
      ...(hasCause("baseUrl") ? [editBaseUrl] : []),
    ],
  };
  for (;;) {
    const action = await app.prompts.decide(question);
    if (action === undefined) return undefined;
    if (action === deploy) return "deploy";
    const name = action === editBaseUrl ? "API_BASE_URL" : await askCredential(app, credentials);
    const changed = name === undefined ? undefined : await setVariable(app, client, server, name);
    if (changed) return changed;
  }
}

async function askCredential(app: EditorServices, names: readonly string[]): Promise<string | undefined> {
  if (names.length === 1) return names[0];
  const choices = names.map((name) => ({ label: name, icon: "key", value: name }));
  const picked = await app.prompts.pick({ title: editCredential, placeholder: l10n.t("Which value?"), choices });
  return picked === promptBack ? undefined : picked;
}
