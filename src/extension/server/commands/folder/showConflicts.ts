import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../../text/documentName.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import type { MergeLabels } from "../../../../text/lines/mergeLines.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { folderPathUri } from "../../../base/folderPath.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { type ConflictingFile, listConflictProblems } from "../../model/folder/mergeServerFolder.ts";

/** The conflicts of a merge that stand in the files of a folder. */
export interface MergedConflicts {
  readonly folder: string;
  readonly labels: MergeLabels;
  readonly conflicts: readonly ConflictingFile[];
}

/** The most merge editors that open at once. The Problems view has all conflicts. */
const mostEditors = 5;

/** Lists conflicts in the Problems view, and opens their files in the merge editor. */
export async function showConflicts(
  app: EditorServices,
  { folder, labels, conflicts }: MergedConflicts,
): Promise<void> {
  const uriOf = (path: string) => folderPathUri({ root: folder, path });
  for (const { path } of conflicts) {
    const bytes = await app.documents.readFile(uriOf(path));
    app.documents.diagnose(uriOf(path), listConflictProblems(Buffer.from(bytes ?? []).toString("utf8")));
  }
  const resolve = async () => {
    for (const { path, base, mine, theirs } of conflicts.slice(0, mostEditors).toReversed()) {
      const name = readDocumentName(uriOf(path));
      const sides = { base: { name, text: base }, remote: { name, text: theirs }, local: { name, text: mine } };
      await app.documents.merge(uriOf(path), sides);
    }
  };
  await resolve();
  const count = conflicts.reduce((sum, one) => sum + one.conflicts, 0);
  const name = readDocumentName(folder);
  const where = formatFirst(conflicts.map(({ path }) => path));
  showMessage(
    app,
    "warning",
    count === 1
      ? l10n.t`Merged ${labels.theirs} into ${name}, with 1 conflict in ${where}. Resolve it, then deploy the folder.`
      : l10n.t`Merged ${labels.theirs} into ${name}, with ${count} conflicts in ${where}. Resolve them, then deploy the folder.`,
    {
      [l10n.t("Resolve Conflicts")]: resolve,
      [l10n.t("Deploy")]: () => app.run("fairlead.server.deploy", { resource: folder }),
    },
  );
}
