import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../text/documentName.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { nameProfileFile, teamFolder } from "../../connection/commands/readProfileFile.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readUrlHost } from "../../connection/model/connection.ts";
import { formatJsonDocument } from "../../documents/model/jsonDocuments.ts";
import { formatOmittedFacts, toShareableProfile } from "../model/sharing/shareableProfile.ts";
import { ensureSession } from "./ensureSession.ts";

/** Exports the profile to a file for other users of the same service: it holds names and paths, but no secrets and no user. */
export const exportProfile: CommandHandler<ConnectedServices> = async (app) => {
  const used = await ensureSession(app);
  if (!used) return;
  const { connection } = used;
  const name = nameProfileFile(readUrlHost(connection.baseUrl));
  const profile = used.profileStore.read();
  const title = l10n.t`Export the Profile of ${connection.name}`;
  const file = await write(app, title, name, formatJsonDocument(toShareableProfile(profile)));
  if (file === undefined) return;
  const omitted = formatOmittedFacts(profile);
  const message = [
    l10n.t`Exported the profile of ${connection.name} to ${readDocumentName(file)}.`,
    ...(omitted === "" ? [] : [l10n.t`It leaves out ${omitted}: importing it asks for that.`]),
  ];
  showMessage(app, "info", message.join(" "), {
    [l10n.t("Open")]: () => app.documents.open(file),
  });
};

/** Writes the file where the user says: for those who open this workspace, or anywhere. */
async function write(
  { documents, prompts }: EditorServices,
  title: string,
  name: string,
  text: string,
): Promise<string | undefined> {
  const [folder] = documents.trustedFolders();
  const isForTeam =
    folder !== undefined &&
    (await prompts.pick<boolean>({
      title,
      placeholder: l10n.t("Who is it for?"),
      choices: [
        {
          label: l10n.t("The Team of This Workspace"),
          description: `${teamFolder}/${name}`,
          detail: l10n.t("Who opens the workspace and adds a connection to this host is offered it."),
          icon: "organization",
          value: true,
        },
        { label: l10n.t("A File..."), icon: "save-as", value: false },
      ],
    }));
  if (isForTeam === undefined) return undefined;
  if (!isForTeam) return documents.saveAs({ title, action: l10n.t("Export"), name }, text);
  const file = `${folder}/${teamFolder}/${name}`;
  const existing = await documents.read(file).catch(() => undefined);
  const message = l10n.t`Replace ${teamFolder}/${name}?`;
  const detail = l10n.t("The file exists already, and what it says is not the same.");
  if (
    existing !== undefined &&
    existing !== text &&
    !(await prompts.confirm({ message, detail, action: l10n.t("Replace") }))
  )
    return undefined;
  await documents.changeFolder(`${folder}/${teamFolder}`, { write: [{ path: name, bytes: Buffer.from(text) }] });
  return file;
}
