import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { readDocumentName } from "../../../../text/documentName.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { FolderError } from "../../../../text/files/folderRules.ts";
import { hasSameFiles } from "../../../../text/files/hasSameFiles.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import type { MergeLabels } from "../../../../text/lines/mergeLines.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { hasErrorName } from "../../../base/failure.ts";
import { computeContentDigest } from "../../../base/fileDigest.ts";
import { folderPathUri } from "../../../base/folderPath.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { createFolderDiffSide, showDifferences } from "../../../registry/commands/showDifferences.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import {
  type FolderLink,
  formatFolderLink,
  readMergeBase,
  readServerFolder,
  type ServerFolder,
  selectFolderCode,
} from "../../model/folder/folderLink.ts";
import {
  type FolderUpdate,
  formatFolderMerge,
  formatFolderReplacement,
  listFolderChanges,
  planFolderUpdate,
} from "../../model/folder/folderUpdate.ts";
import { type ConflictingFile, listConflictProblems } from "../../model/folder/mergeServerFolder.ts";
import { getServerLinks } from "../../model/serverLinks.ts";

export type UpdateServerFolderContext = ConnectedServices & RegistryServices;

/** A version of a server, and the folder that gets its code. */
export interface FolderTarget {
  readonly server: Server;
  readonly version: string;
  readonly folder: string;
}

/** `shown`: the user looks at the changes, and a message offers to apply them. */
export type FolderUpdateOutcome = "written" | "unchanged" | "cancelled" | "shown";

const merge = l10n.t("Merge");
const replace = l10n.t("Replace");
const replaceEdits = l10n.t("Replace My Edits");
const showChanges = l10n.t("Show Changes");

/** Writes a version to a folder, and shows before what that changes there; edits of the folder stay. */
export async function updateServerFolder(
  app: UpdateServerFolderContext,
  client: ServiceClient,
  target: FolderTarget,
): Promise<FolderUpdateOutcome> {
  const { documents } = app;
  const { server, version, folder } = target;
  const theirs = selectFolderCode(await app.versions.list(client, server.artifactId ?? "", version));
  if (!(await documents.isFolder(folder))) {
    await write(app, target, { theirs, changes: { write: theirs, remove: [] }, link: undefined });
    return "written";
  }
  await documents.save(folder);
  const { code: mine, link } = await readFolder(app, folder);
  if (link && link.server.id !== server.id)
    throw new FolderError(
      l10n.t`${readDocumentName(folder)} is the folder of ${link.server.name}. Choose another folder.`,
    );
  const base = await readBase(app, client, server, link);
  const update = planFolderUpdate({ base: base.files, mine, theirs }, createLabels(target, link));
  const planned: Planned = { target, link, update, reason: base.reason };
  const changes = listFolderChanges(mine, update.merge?.files ?? update.replaced);
  if (changes.write.length + changes.remove.length === 0) {
    await write(app, target, { theirs, changes, link });
    return "unchanged";
  }
  return askUpdate(app, client, planned);
}

/** An update that the user is asked about. */
interface Planned {
  readonly target: FolderTarget;
  readonly link: FolderLink | undefined;
  readonly update: FolderUpdate;
  /** Why own edits are not known; empty if they are. */
  readonly reason: string;
}

async function askUpdate(
  app: UpdateServerFolderContext,
  client: ServiceClient,
  planned: Planned,
): Promise<FolderUpdateOutcome> {
  const { target, update, reason } = planned;
  const { merge: merged } = update;
  const [called, name] = [`${target.server.name} ${target.version}`, readDocumentName(target.folder)];
  const isMerge = merged !== undefined && merged.edited.length > 0;
  const first = isMerge ? merge : replace;
  const answer = await app.prompts.decide({
    message: isMerge ? l10n.t`Merge ${called} into ${name}?` : l10n.t`Replace the code in ${name} with ${called}?`,
    detail: merged ? formatFolderMerge(update, merged) : formatFolderReplacement(update, reason),
    actions: isMerge ? [merge, showChanges, replaceEdits] : [replace, showChanges],
  });
  if (answer === undefined) return "cancelled";
  if (answer === replaceEdits) return apply(app, client, planned, update.replaced);
  const files = merged?.files ?? update.replaced;
  if (answer === first) return apply(app, client, planned, files);
  await showDifferences(app, createFolderDiffSide(name, target.folder, update.mine), { label: called, files });
  const isNotDone = isMerge
    ? l10n.t`${called} is not merged into ${name} yet.`
    : l10n.t`${name} does not have ${called} yet.`;
  showMessage(app, "info", isNotDone, { [first]: () => apply(app, client, planned, files) });
  return "shown";
}

/** Asks again if the folder changed since the plan was made. */
async function apply(
  app: UpdateServerFolderContext,
  client: ServiceClient,
  { target, link, update }: Planned,
  files: readonly FileContent[],
): Promise<FolderUpdateOutcome> {
  await app.documents.save(target.folder);
  const now = await readFolder(app, target.folder);
  if (!hasSameFiles(now.code, update.mine)) return updateServerFolder(app, client, target);
  const changes = listFolderChanges(update.mine, files);
  const conflicts = files === update.merge?.files ? update.merge.conflicts : [];
  await write(app, target, { theirs: update.theirs, changes, link });
  const merged: MergedConflicts = { folder: target.folder, labels: createLabels(target, link), conflicts };
  if (conflicts.length > 0) await showConflicts(app, merged);
  else showWritten(app, target, changes.write.length + changes.remove.length);
  return "written";
}

function showWritten(app: UpdateServerFolderContext, { server, version, folder }: FolderTarget, count: number): void {
  const files = count === 1 ? l10n.t("1 file changed") : l10n.t`${count} files changed`;
  showMessage(app, "info", l10n.t`${readDocumentName(folder)} has ${server.name} ${version} now: ${files}.`, {
    [l10n.t("Deploy")]: () => app.run("fairlead.server.deploy", { resource: folder }),
  });
}

interface Written {
  readonly theirs: readonly FileContent[];
  readonly changes: { readonly write: readonly FileContent[]; readonly remove: readonly string[] };
  /** The folder's `fairlead.json` before. */
  readonly link: FolderLink | undefined;
}

async function write(
  app: ConnectedServices,
  { server, version, folder }: FolderTarget,
  { theirs, changes, link }: Written,
): Promise<void> {
  const { base: _, ...kept } = link ?? {};
  const connection = app.connections.active()?.name ?? "";
  const written = formatFolderLink({ connection, ...kept, server, version, digest: computeContentDigest(theirs) });
  await app.documents.changeFolder(folder, { write: [...changes.write, written], remove: changes.remove });
  await getServerLinks(app).saveFolder(folder, server.id);
}

async function readFolder({ documents }: EditorServices, folder: string): Promise<ServerFolder> {
  return readServerFolder(readDocumentName(folder), await documents.readFolder(folder));
}

interface MergeBase {
  readonly files: readonly FileContent[] | undefined;
  readonly reason: string;
}

/** The files of the version that the folder started from, if they are still the ones that it got. */
async function readBase(
  app: RegistryServices,
  client: ServiceClient,
  { artifactId }: Server,
  link: FolderLink | undefined,
): Promise<MergeBase> {
  const version = readMergeBase(link);
  if (!link || version === undefined)
    return {
      files: undefined,
      reason: l10n.t("The folder does not say which version it has, so your edits in it are replaced."),
    };
  const files = await readFolderVersion(app, client, artifactId, version);
  const isOther =
    version === link.version &&
    link.digest !== undefined &&
    files !== undefined &&
    link.digest !== computeContentDigest(files);
  if (files && !isOther) return { files, reason: "" };
  return {
    files: undefined,
    reason: isOther
      ? l10n.t`The folder started from another ${version} than this service has. Your edits in it are replaced.`
      : l10n.t`The folder started from ${version}, which the service does not have. Your edits in it are replaced.`,
  };
}

function createLabels({ server, version }: FolderTarget, link: FolderLink | undefined) {
  const base = readMergeBase(link);
  return { base: `${server.name} ${base ?? ""}`.trim(), mine: "Yours", theirs: `${server.name} ${version}` };
}

/** The code of a version that a folder names; undefined if the service does not have it. Any other failure says nothing about it. */
export async function readFolderVersion(
  { versions }: RegistryServices,
  client: ServiceClient,
  artifactId: string | null | undefined,
  version: string,
): Promise<readonly FileContent[] | undefined> {
  try {
    const files = selectFolderCode(await versions.list(client, artifactId ?? "", version));
    return files.length === 0 ? undefined : files;
  } catch (error) {
    if (hasErrorName(error, "NotFoundError")) return undefined;
    throw error;
  }
}

/** The conflicts of a merge that stand in the files of a folder. */
interface MergedConflicts {
  readonly folder: string;
  readonly labels: MergeLabels;
  readonly conflicts: readonly ConflictingFile[];
}

/** The most merge editors that open at once. The Problems view has all conflicts. */
const mostEditors = 5;

/** Lists conflicts in the Problems view, and opens their files in the merge editor. */
async function showConflicts(app: EditorServices, { folder, labels, conflicts }: MergedConflicts): Promise<void> {
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
