import * as l10n from "@vscode/l10n";
import { type DialectProfile, dialectProfileFormat, dialectProfileSchema } from "../../../contract/dialectProfile.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { formatList } from "../../../text/language/formatList.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { askOmittedFacts } from "../../connection/commands/questions/askOmittedFacts.ts";
import { readProfileFile } from "../../connection/commands/readProfileFile.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readUrlHost } from "../../connection/model/connection.ts";
import { formatJsonDocument } from "../../documents/model/jsonDocuments.ts";
import { listChangedOperations } from "../model/mergeProfile.ts";
import { rejectLocalProfile } from "../model/requireProfile.ts";
import { restoreOmittedFacts } from "../model/sharing/shareableProfile.ts";
import { applyProfile } from "./applyProfile.ts";
import { ensureSession } from "./ensureSession.ts";

const replace = l10n.t("Replace");
const showChanges = l10n.t("Show Changes");

/** Imports a profile from a file, after a confirmation that names the changes. */
export const importProfile: CommandHandler<ConnectedServices> = async (app) => {
  const used = await ensureSession(app);
  if (!used) return;
  rejectLocalProfile(app);
  const { name } = used.connection;
  const file = await app.documents.promptForFile({
    title: l10n.t`Import a Profile for ${name}`,
    action: l10n.t("Import"),
  });
  const imported = file === undefined ? undefined : await readProfileFile(app, file);
  if (file === undefined || !imported) return;
  const title = l10n.t`Import a Profile for ${name}`;
  const question = { title, steps: 0, host: readUrlHost(used.connection.baseUrl) };
  const profile = await askOmittedFacts(app, question, restoreOmittedFacts(imported, used.profileStore.read()));
  if (profile === undefined || profile === promptBack) return;
  if (!(await mayReplace(app, name, inOrder(used.profileStore.read()), inOrder(profile), file))) return;
  await applyProfile(app, used.profileStore, profile);
  const done = l10n.t`${name} now has the profile of ${readDocumentName(file)}.`;
  if (app.connections.session().kind !== "signedOut") app.messages.status(done);
  else
    showMessage(app, "info", l10n.t`${done} Sign in to it.`, {
      [l10n.t("Sign In")]: () => app.run("fairlead.connection.signIn"),
    });
};

/** In the order of the file format, so that equal profiles have equal texts. */
function inOrder(profile: DialectProfile): DialectProfile {
  return dialectProfileSchema.parse(profile);
}

async function mayReplace(
  app: EditorServices,
  name: string,
  before: DialectProfile,
  after: DialectProfile,
  file: string,
): Promise<boolean> {
  const changed = listChangedOperations(before, after);
  if (changed.length === 0 && formatJsonDocument(before) === formatJsonDocument(after)) {
    showMessage(app, "info", l10n.t`${readDocumentName(file)} is the profile that ${name} has already.`);
    return false;
  }
  const answer = await app.prompts.decide({
    message: l10n.t`Replace the profile of ${name} with that of ${readDocumentName(file)}?`,
    detail: formatReplacement(before, after, changed),
    actions: [replace, showChanges],
  });
  if (answer === showChanges)
    await app.documents.showDifference(
      l10n.t`Profile of ${name}: Now and Imported`,
      { name: "now.json", text: formatJsonDocument(before) },
      { name: "imported.json", text: formatJsonDocument(after) },
    );
  return answer === replace;
}

function formatReplacement(before: DialectProfile, after: DialectProfile, changed: readonly string[]): string {
  const rest = dialectProfileFormat.keyof().exclude(["version", "operations"]).options;
  const differs = rest.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
  return [
    changed.length === 0
      ? l10n.t("It is the same for all operations.")
      : changed.length === 1
        ? l10n.t`It differs for 1 operation: ${formatList(changed)}.`
        : l10n.t`It differs for ${changed.length} operations: ${formatList(changed)}.`,
    ...(differs.length === 0 ? [] : [l10n.t`It has another ${formatList(differs)}.`]),
    l10n.t("Learned facts that it does not contain are learned again. Export the current profile first to keep them."),
  ].join("\n");
}
