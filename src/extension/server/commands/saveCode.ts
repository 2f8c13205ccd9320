import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { formatFolderPath } from "../../base/folderPath.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findNodeVersion } from "../../registry/commands/findArtifactVersion.ts";
import { findServerFolder } from "../model/folder/findServerFolder.ts";
import { onServer } from "./findServer.ts";
import { chooseCodeFolder } from "./folder/chooseCodeFolder.ts";
import { type FolderTarget, type UpdateServerFolderContext, updateServerFolder } from "./folder/updateServerFolder.ts";
import { openFolderCode } from "./openCode.ts";

/** Saves the files of a version to the folder of its server. */
export const saveCode = onServer<ConnectedServices & UpdateServerFolderContext>(
  {
    title: l10n.t("Save Code to Folder"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("There is no server with code yet."),
  },
  async (app, { client, server }, target) => {
    const version = findNodeVersion(target.node) ?? server.latestVersion;
    if (!server.artifactId || !version)
      return showMessage(app, "info", l10n.t`${server.name} has no code yet. Generate it first.`);
    const title = l10n.t`Save ${server.name} ${version}`;
    const known = await findServerFolder(app, server.id);
    const kept = known === undefined ? undefined : await askFolder(app, title, known);
    if (known !== undefined && kept === undefined) return;
    const folder = kept?.folder ?? (await chooseCodeFolder(app, { title, action: l10n.t("Save Here"), server }));
    if (folder === undefined) return;
    const saved: FolderTarget = { server, version, folder };
    const isNew = !(await app.documents.isFolder(folder));
    const outcome = await updateServerFolder(app, client, saved);
    const [called, name] = [`${server.name} ${version}`, readDocumentName(folder)];
    if (outcome === "unchanged") showMessage(app, "info", l10n.t`${name} already has the code of ${called}.`);
    if (outcome !== "written" || !isNew) return;
    showMessage(app, "info", l10n.t`Saved ${called} to ${name}. Deploy on that folder deploys this server.`, {
      [l10n.t("Open Code")]: () => openFolderCode(app, folder),
    });
  },
);

/** Prompts whether to save to the folder that the server has already, or to another one. */
function askFolder(app: EditorServices, title: string, known: string) {
  const path = formatFolderPath({ root: known, path: "" });
  return app.prompts.pick<{ readonly folder: string | undefined }>({
    title,
    placeholder: l10n.t("Where to save the code?"),
    choices: [
      { label: readDocumentName(known), description: path, icon: "folder", value: { folder: known } },
      { label: l10n.t("Another Folder..."), icon: "folder-opened", value: { folder: undefined } },
    ],
  });
}
